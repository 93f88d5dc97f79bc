import { EditOutlined, PlusOutlined, SearchOutlined } from '@ant-design/icons';
import { type Tag, tags } from '@dossier/contract/classification/tags';
import { home } from '@dossier/contract/core/home';
import { type TagColour, tagColours } from '@dossier/contract/core/tag-mark';
import type { Item } from '@dossier/contract/documents/library';
import { Button, Checkbox, Form, Input, Modal, Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { invalidateRoutes, useCall, useCallMutation } from '../../../platform/query.ts';
import { ClearIcon } from '../../../platform/ui/clear-icon.tsx';
import { useCloseChanged } from '../../../platform/ui/close-changed.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Grid } from '../../../platform/ui/page-layout.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { can, refreshLists } from '../../documents/areas.ts';
import { TagDot, TagSign } from '../../documents/tag-marks.tsx';
import styles from './tags.module.css';

/** Edits or deletes a personal tag. */
function openTagForm(tag: Tag): void {
  openDialog((close) => <TagForm tag={tag} close={close} />);
}

function TagForm({ tag, close }: { tag: Tag; close: () => void }): ReactNode {
  const t = useText('classification.labels');
  const { id, name, colour, listed } = tag;
  const update = useCallMutation(tags.update);
  const remove = useCallMutation(tags.delete);
  const anew = (): Promise<unknown> => Promise.all([refreshLists(), invalidateRoutes(tags.list, home.tags)]);
  const confirmDelete = async (): Promise<void> => {
    if (!(await confirm({ title: t('deleteAsk', { name }), text: t('deleteText'), ok: t('delete'), danger: true }))) return;
    await remove.mutateAsync({ id });
    close();
    await anew();
  };
  return (
    <FormDialog<TagValues>
      title={t('editTag', { name })}
      ok={t('save')}
      initial={{ name, colour, listed }}
      save={async (values) => {
        await update.mutateAsync({ id, ...values, name: values.name.trim() });
        await anew();
      }}
      close={close}
    >
      <TagFields />
      <Button danger type="text" onClick={() => void confirmDelete().catch(() => undefined)}>
        {t('deleteTag')}
      </Button>
    </FormDialog>
  );
}

interface TagRowProps {
  tag: Tag;
  /** The choice; undefined for unchanged. */
  value: boolean | undefined;
  /** Number of items to be tagged. */
  count: number;
  disabled: boolean;
  set: (on: boolean) => void;
}

/** A tag with a checkbox; indeterminate where only some of the items carry it. */
function TagRow({ tag, value, count, disabled, set }: TagRowProps): ReactNode {
  const t = useText('classification.labels');
  const on = tag.on ?? 0;
  const whose = tag.kind === 'department' ? tag.departmentName : tag.kind === 'system' ? t('forAll') : undefined;
  return (
    <Row as="li" gap={2} className={styles.row}>
      <Checkbox
        checked={value ?? on === count}
        indeterminate={value === undefined && on > 0 && on < count}
        disabled={disabled}
        title={disabled ? t('needsModify') : undefined}
        onChange={(event) => set(event.target.checked)}
      >
        <TagSign tag={tag} bare />
      </Checkbox>
      {whose !== undefined && (
        <Text size="xs" tone="muted" truncate className={styles.owner}>
          {whose}
        </Text>
      )}
      {tag.kind === 'personal' && (
        <Button
          type="text"
          size="small"
          icon={<EditOutlined />}
          aria-label={t('editTag', { name: tag.name })}
          title={t('editTag', { name: tag.name })}
          onClick={() => openTagForm(tag)}
        />
      )}
    </Row>
  );
}

/** Unsaved changes to the tags of some items. */
function useTagging(items: readonly Item[]) {
  const objIds = items.map((item) => item.id);
  const found = useCall(tags.list, { objIds });
  const create = useCallMutation(tags.create, { refresh: [tags.list] });
  const mark = useCallMutation(tags.mark);
  const [draft, setDraft] = useState<ReadonlyMap<string, boolean>>(new Map());
  const mayShare = items.every((item) => can(item.rights, 'modify'));
  const set = (id: string, on: boolean): void => setDraft((known) => new Map([...known, [id, on]]));
  const nameOf = (text: string): string => text.trim().toLocaleLowerCase();
  const named = (text: string) => found.data?.find((tag) => nameOf(tag.name) === nameOf(text));
  /** Toggles the tag of this name, or creates it. */
  const take = async (text: string): Promise<void> => {
    if (nameOf(text) === '') return;
    const tag = named(text);
    if (tag === undefined) set((await create.mutateAsync({ name: text.trim() })).id, true);
    else if (tag.kind === 'personal' || mayShare) set(tag.id, !(draft.get(tag.id) ?? tag.on === items.length));
  };
  const save = async (): Promise<void> => {
    // a tag may have been deleted from this very dialog
    const isKnown = (id: string): boolean => found.data?.some((tag) => tag.id === id) !== false;
    const of = (on: boolean): string[] => [...draft].filter(([id, value]) => value === on && isKnown(id)).map(([id]) => id);
    const [add, remove] = [of(true), of(false)];
    await mark.mutateAsync({ objIds, ...(add.length > 0 && { add }), ...(remove.length > 0 && { remove }) });
    await Promise.all([refreshLists(), invalidateRoutes(tags.list, home.tags)]);
  };
  return { found, draft, set, named, take, save, mayShare, isMaking: create.isPending, isSaving: mark.isPending };
}

interface TagDialogProps {
  items: readonly Item[];
  close: () => void;
}

/** The tags of some items: a field that finds or creates one, and a checkbox for each. */
function TagDialog({ items, close }: TagDialogProps): ReactNode {
  const t = useText('classification.labels');
  const [open, setOpen] = useState(true);
  const [text, setText] = useState('');
  const marking = useTagging(items);
  const closing = useCloseChanged(
    () => marking.draft.size > 0,
    () => setOpen(false),
  );
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
      title={items.length === 1 ? t('tagsOf', { name: items[0]?.name ?? '' }) : t('tagsOfMany', { count: items.length })}
      width={440}
      okText={t('save')}
      okButtonProps={{ disabled: marking.draft.size === 0 }}
      confirmLoading={marking.isSaving}
      onOk={save}
      {...closing}
      afterClose={close}
    >
      <Stack gap={2}>
        <Input
          autoFocus
          allowClear={{ clearIcon: <ClearIcon /> }}
          prefix={<SearchOutlined />}
          placeholder={t('findOrMake')}
          aria-label={t('findOrMake')}
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
          // Enter of an input method only commits its composition
          onPressEnter={(event) => !event.nativeEvent.isComposing && take()}
        />
        <TagList text={text} marking={marking} count={items.length} />
        {text.trim() !== '' && marking.found.data && marking.named(text) === undefined && (
          <Button type="dashed" block icon={<PlusOutlined />} loading={marking.isMaking} onClick={take}>
            {t('makeTag', { name: text.trim() })}
          </Button>
        )}
      </Stack>
    </Modal>
  );
}

interface TagListProps {
  text: string;
  marking: ReturnType<typeof useTagging>;
  count: number;
}

function TagList({ text, marking, count }: TagListProps): ReactNode {
  const t = useText('classification.labels');
  const { found, draft, set, mayShare } = marking;
  if (found.data === undefined)
    return found.error ? (
      <ErrorBox small error={found.error} retry={() => void found.refetch()} />
    ) : (
      <Spinner label={t('loading')} delay={150} />
    );
  if (found.data.length === 0) {
    if (text.trim() !== '') return null;
    return <Hint>{t('noTagsHint')}</Hint>;
  }
  const words = text.trim().toLocaleLowerCase();
  return (
    <Stack as="ul" scroll className={styles.list} aria-label={t('tags')}>
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
    </Stack>
  );
}

/** Opens the tags of items. */
export function openTagDialog(items: readonly Item[]): void {
  openDialog((close) => <TagDialog items={items} close={close} />);
}

/** The form values of a tag. */
export interface TagValues {
  name: string;
  colour: TagColour;
  listed: boolean;
}

/** The name and colour of a tag, and whether lists show it. */
export function TagFields(): ReactNode {
  const t = useText('classification.labels');
  return (
    <>
      <Form.Item name="name" label={t('name')} rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="colour" label={t('colour')}>
        <Radio.Group style={{ width: '100%' }}>
          <Grid min={96} gap={1}>
            {tagColours.map((colour) => (
              <Radio key={colour} value={colour}>
                <Row as="span" gap={1}>
                  <TagDot colour={colour} />
                  {t(`colour_${colour}`)}
                </Row>
              </Radio>
            ))}
          </Grid>
        </Radio.Group>
      </Form.Item>
      <Form.Item name="listed" valuePropName="checked" extra={t('listedHint')}>
        <Checkbox>{t('listed')}</Checkbox>
      </Form.Item>
    </>
  );
}
