import { PlusOutlined, SearchOutlined } from '@ant-design/icons';
import type { Item } from '@dossier/contract/library';
import { Button, Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { ClearSign } from '../../ground/ui/clear-sign.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { Waiting } from '../../ground/ui/waiting.tsx';
import { TagRow } from './tag-row.tsx';
import styles from './tags.module.css';
import { useMarking } from './use-marking.ts';

interface TagDialogProps {
  items: readonly Item[];
  close: () => void;
}

/** The tags of some items: a field that finds one or makes it, and a box for each. */
export function TagDialog({ items, close }: TagDialogProps): ReactNode {
  const t = useText('labels');
  const [open, setOpen] = useState(true);
  const [text, setText] = useState('');
  const marking = useMarking(items);
  const take = (): void =>
    void marking.take(text).then(
      () => setText(''),
      () => undefined,
    );
  const save = (): void =>
    void marking.save().then(
      () => setOpen(false),
      () => undefined,
    );
  return (
    <Modal
      open={open}
      title={items.length === 1 ? t('tagsOf', { name: items[0]?.name ?? '' }) : t('tagsOfMany', { n: items.length })}
      width={440}
      okText={t('save')}
      okButtonProps={{ disabled: marking.draft.size === 0 }}
      confirmLoading={marking.isSaving}
      onOk={save}
      onCancel={() => setOpen(false)}
      afterClose={close}
    >
      <Input
        autoFocus
        allowClear={{ clearIcon: <ClearSign /> }}
        prefix={<SearchOutlined />}
        placeholder={t('findOrMake')}
        aria-label={t('findOrMake')}
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
        // Enter of an input method takes its word
        onPressEnter={(event) => !event.nativeEvent.isComposing && take()}
      />
      <TagList text={text} marking={marking} count={items.length} />
      {text.trim() !== '' && marking.found.data && marking.named(text) === undefined && (
        <Button type="dashed" block icon={<PlusOutlined />} loading={marking.isMaking} onClick={take}>
          {t('makeTag', { name: text.trim() })}
        </Button>
      )}
    </Modal>
  );
}

interface TagListProps {
  text: string;
  marking: ReturnType<typeof useMarking>;
  count: number;
}

function TagList({ text, marking, count }: TagListProps): ReactNode {
  const t = useText('labels');
  const { found, draft, set, mayShare } = marking;
  if (found.data === undefined)
    return found.error ? (
      <ErrorBox small error={found.error} retry={() => void found.refetch()} />
    ) : (
      <Waiting label={t('loading')} delay={150} />
    );
  if (found.data.length === 0) return text.trim() === '' && <p className={styles.hint}>{t('noTagsHint')}</p>;
  const words = text.trim().toLocaleLowerCase();
  return (
    <ul className={styles.list} aria-label={t('tags')}>
      {found.data
        .filter((tag) => tag.name.toLocaleLowerCase().includes(words))
        .map((tag) => (
          <TagRow
            key={tag.id}
            tag={tag}
            value={draft.get(tag.id)}
            count={count}
            disabled={tag.kind !== 'personal' && !mayShare}
            set={(on) => set(tag.id, on)}
          />
        ))}
    </ul>
  );
}
