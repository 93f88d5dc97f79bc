import { SearchOutlined } from '@ant-design/icons';
import { type Category, categories } from '@dossier/contract/classification/categories';
import type { Item } from '@dossier/contract/documents/library';
import { Checkbox, Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { ClearIcon } from '../../../platform/ui/clear-icon.tsx';
import { useCloseChanged } from '../../../platform/ui/close-changed.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Row, Stack } from '../../../platform/ui/layout.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import styles from '../tags/tags.module.css';
import { categoryPath } from './category-nodes.ts';

/** Assigns documents to categories. */
export function openCategorise(items: readonly Item[]): void {
  openDialog((close) => <CategoriseDialog items={items} close={close} />);
}

function CategoriseDialog({ items, close }: { items: readonly Item[]; close: () => void }): ReactNode {
  const t = useText('classification.labels');
  const [open, setOpen] = useState(true);
  const [text, setText] = useState('');
  const [draft, setDraft] = useState<ReadonlyMap<string, boolean>>(new Map());
  const closing = useCloseChanged(
    () => draft.size > 0,
    () => setOpen(false),
  );
  const objIds = items.map((item) => item.id);
  const put = useCallMutation(categories.put, { refresh: [categories.tree, categories.documents, categories.of] });
  const save = async (): Promise<void> => {
    const of = (value: boolean): string[] => [...draft].filter(([, chosen]) => chosen === value).map(([id]) => id);
    const [add, remove] = [of(true), of(false)];
    await put.mutateAsync({ objIds, ...(add.length > 0 && { add }), ...(remove.length > 0 && { remove }) });
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={items.length === 1 ? t('categoriesOf', { name: items[0]?.name ?? '' }) : t('categoriesOfMany', { count: items.length })}
      width={480}
      okText={t('save')}
      okButtonProps={{ disabled: draft.size === 0 }}
      confirmLoading={put.isPending}
      onOk={() => void save().catch(() => undefined)}
      {...closing}
      afterClose={close}
    >
      <Stack gap={2}>
        <Input
          autoFocus
          allowClear={{ clearIcon: <ClearIcon /> }}
          prefix={<SearchOutlined />}
          placeholder={t('findCategory')}
          aria-label={t('findCategory')}
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Boxes objIds={objIds} text={text} draft={draft} set={(id, value) => setDraft(new Map([...draft, [id, value]]))} />
      </Stack>
    </Modal>
  );
}

interface BoxesProps {
  objIds: string[];
  /** The filter on names. */
  text: string;
  draft: ReadonlyMap<string, boolean>;
  set: (id: string, value: boolean) => void;
}

function Boxes({ objIds, text, draft, set }: BoxesProps): ReactNode {
  const t = useText('classification.labels');
  const tree = useCall(categories.tree, {});
  const on = useCall(categories.of, { objIds });
  const error = tree.error ?? on.error;
  const words = text.trim().toLocaleLowerCase();
  const list = (tree.data ?? []).map((one) => ({ one, path: categoryPath(tree.data ?? [], one.id).join(' / ') }));
  return (
    <>
      {error && <ErrorBox small error={error} retry={() => void Promise.all([tree.refetch(), on.refetch()])} />}
      {!error && (tree.data === undefined || on.data === undefined) && <Spinner label={t('loading')} delay={150} />}
      {tree.data?.length === 0 && <Hint>{t('noCategoriesYet')}</Hint>}
      {tree.data && on.data && (
        <Stack as="ul" scroll className={styles.list} aria-label={t('categories')}>
          {list
            .filter(({ path }) => path.toLocaleLowerCase().includes(words))
            .map(({ one, path }) => (
              <CategoryBox
                key={one.id}
                {...{ one, path }}
                on={on.data.find((known) => known.id === one.id)?.on ?? 0}
                count={objIds.length}
                value={draft.get(one.id)}
                set={(value) => set(one.id, value)}
              />
            ))}
        </Stack>
      )}
    </>
  );
}

interface CategoryBoxProps {
  one: Category;
  path: string;
  /** How many of the documents are in it. */
  on: number;
  count: number;
  value: boolean | undefined;
  set: (value: boolean) => void;
}

function CategoryBox({ one, path, on, count, value, set }: CategoryBoxProps): ReactNode {
  return (
    <Row as="li" className={styles.row}>
      <Checkbox
        checked={value ?? on === count}
        indeterminate={value === undefined && on > 0 && on < count}
        onChange={(event) => set(event.target.checked)}
      >
        <span title={path} data-id={one.id}>
          {path}
        </span>
      </Checkbox>
    </Row>
  );
}
