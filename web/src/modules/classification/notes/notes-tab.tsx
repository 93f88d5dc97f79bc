import { DeleteOutlined, EditOutlined, LockOutlined } from '@ant-design/icons';
import { type Note, maxNoteLength, notes } from '@dossier/contract/classification/notes';
import type { Item } from '@dossier/contract/documents/library';
import { Button, Checkbox, Input, Skeleton } from 'antd';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { invalidateRoutes, useCall } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { DividedList, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { LinkButton } from '../../../platform/ui/native-controls.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { refreshLists } from '../../documents/areas.ts';

/** Notes are loaded in steps of this many. */
const step = 30;

/** The notes on an item, newest first, with a field for one more. */
export function NotesTab({ item }: { item: Item }): ReactNode {
  const t = useText('classification.notes');
  const [count, setCount] = useState(step);
  const found = useCall(notes.list, { objId: item.id, pageSize: count }, { keep: true });
  const late = useDelayed(found.isLoading);
  const list = found.data?.list ?? [];
  return (
    <Stack gap={3}>
      <NewNote item={item} />
      {found.error && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      {found.isLoading && late && <Skeleton active paragraph={{ rows: 2 }} title={false} />}
      {found.data && list.length === 0 && <Empty small title={t('none')} />}
      {list.length > 0 && (
        <DividedList as="ul" aria-label={t('notes')}>
          {list.map((note) => (
            <NoteRow key={note.id} item={item} note={note} />
          ))}
        </DividedList>
      )}
      {found.data && found.data.totalNumber > list.length && (
        <Row justify="center">
          <LinkButton onClick={() => setCount(count + step)}>{t('more', { count: found.data.totalNumber - list.length })}</LinkButton>
        </Row>
      )}
    </Stack>
  );
}

/** The notes have changed, and with them perhaps the mark in lists. */
async function refreshNotes(): Promise<void> {
  await invalidateRoutes(notes.list);
  await refreshLists();
}

interface Written {
  content: string;
  shared: boolean;
}

async function writeNote(objId: string, written: Written): Promise<void> {
  await call(notes.create, { objId, ...written });
  await refreshNotes();
}

function NewNote({ item }: { item: Item }): ReactNode {
  const t = useText('classification.notes');
  // a note that was sent leaves an empty field
  const [sent, setSent] = useState(0);
  const send = async (written: Written): Promise<void> => {
    await writeNote(item.id, written);
    setSent(sent + 1);
  };
  return <NoteForm key={sent} label={t('write')} save={send} isFocused={sent > 0} />;
}

interface NoteFormProps {
  label: string;
  note?: Written;
  save: (written: Written) => Promise<void>;
  close?: () => void;
  isFocused: boolean;
}

/** Each character counts as one, also where it takes two units. */
const lengthOf = (text: string): number => [...text].length;

/** The field of a note; its buttons are there as soon as it has words. */
function NoteForm({ label, note, save, close, isFocused }: NoteFormProps): ReactNode {
  const t = useText('classification.notes');
  const [content, setContent] = useState(note?.content ?? '');
  const [shared, setShared] = useState(note?.shared ?? false);
  const [isSending, setSending] = useState(false);
  const words = content.trim();
  const send = (): void => {
    if (words === '' || isSending) return;
    setSending(true);
    // A refusal has been shown by `call` already; the field keeps the words.
    void save({ content: words, shared }).catch(() => setSending(false));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // the pane around it has shortcuts of its own
    event.stopPropagation();
    // Enter also confirms a choice of an input method
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') close?.();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    send();
  };
  return (
    <Stack gap={2}>
      <Input.TextArea
        autoFocus={isFocused}
        autoSize={{ minRows: 2, maxRows: 6 }}
        count={{ max: maxNoteLength, strategy: lengthOf, exceedFormatter: (text, { max }) => [...text].slice(0, max).join('') }}
        aria-label={label}
        value={content}
        placeholder={t('placeholder')}
        onChange={({ target }) => setContent(target.value)}
        onKeyDown={onKeyDown}
      />
      {(content !== '' || close !== undefined) && (
        <Row gap={2} justify="between" wrap>
          <Checkbox checked={shared} onChange={({ target }) => setShared(target.checked)}>
            {t('shared')}
          </Checkbox>
          <Row gap={2}>
            {lengthOf(content) > maxNoteLength / 2 && (
              <Text size="xs" tone="muted">
                {lengthOf(content)}/{maxNoteLength}
              </Text>
            )}
            {close && (
              <Button size="small" onClick={close}>
                {t('cancel')}
              </Button>
            )}
            <Button size="small" type="primary" loading={isSending} disabled={words === ''} onClick={send}>
              {t('save')}
            </Button>
          </Row>
        </Row>
      )}
    </Stack>
  );
}

function NoteRow({ item, note }: { item: Item; note: Note }): ReactNode {
  const t = useText('classification.notes');
  const [isEdited, setEdited] = useState(false);
  if (isEdited) {
    const save = async (written: Written): Promise<void> => {
      await call(notes.update, { id: note.id, ...written });
      await refreshNotes();
      setEdited(false);
    };
    return (
      <Stack as="li" pad={[2, 0]}>
        <NoteForm label={t('edit')} note={note} save={save} close={() => setEdited(false)} isFocused />
      </Stack>
    );
  }
  return (
    <Stack as="li" pad={[2, 0]} gap={1}>
      <Row gap={1} align="start">
        <Text as="p" grow prose>
          {note.content}
        </Text>
        {note.own && <ToolButton label={t('edit')} icon={<EditOutlined />} onClick={() => setEdited(true)} />}
        {note.mayDelete && (
          <ToolButton
            label={t('delete')}
            icon={<DeleteOutlined />}
            // A refusal has been shown by `call` already.
            onClick={() => void deleteNote(item, note, t).catch(() => undefined)}
          />
        )}
      </Row>
      <Text as="p" size="s" tone="muted">
        {note.shared ? note.userName : <LockOutlined role="img" title={t('private')} aria-label={t('private')} />} ·{' '}
        <RelativeTime iso={note.createTime} />
        {note.updateTime !== undefined && ` · ${t('changed')}`}
      </Text>
    </Stack>
  );
}

/** Deletes a note; one's own can be written again, one of somebody else's is asked about before. */
async function deleteNote(item: Item, note: Note, t: ReturnType<typeof useText<'classification.notes'>>): Promise<void> {
  const { content, shared, own } = note;
  const question = { title: t('deleteAsk', { name: note.userName }), text: content, ok: t('delete'), danger: true };
  if (!own && !(await confirm(question))) return;
  await call(notes.delete, { id: note.id });
  await refreshNotes();
  if (own) notice.undo(t('deleted'), { label: t('undo'), run: () => void writeNote(item.id, { content, shared }).catch(() => undefined) });
}
