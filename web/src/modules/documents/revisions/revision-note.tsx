import { EditOutlined } from '@ant-design/icons';
import { type Revision, content, longestNote } from '@dossier/contract/documents/content';
import type { Item } from '@dossier/contract/documents/library';
import { Button, Input } from 'antd';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCallMutation } from '../../../platform/query.ts';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { LinkButton } from '../../../platform/ui/native-controls.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { mayRevise } from '../areas.ts';

interface NoteProps {
  item: Item;
  revision: Revision;
}

/** The note of a version, which who may modify the document changes in place. */
export function RevisionNote({ item, revision }: NoteProps): ReactNode {
  const t = useText('documents.content');
  const [isEdited, setEdited] = useState(false);
  const { label, note } = revision;
  const mayEdit = mayRevise(item);
  if (isEdited) return <NoteEditor item={item} revision={revision} close={() => setEdited(false)} />;
  if (note === undefined)
    return mayEdit ? (
      <Row pad={[1, 0]}>
        <Text size="s">
          <LinkButton aria-label={t('addNoteTo', { label })} onClick={() => setEdited(true)}>
            {t('addNote')}
          </LinkButton>
        </Text>
      </Row>
    ) : null;
  return (
    <Row gap={1}>
      <Text as="p" grow prose>
        {note}
      </Text>
      {mayEdit && <ToolButton label={t('editNote', { label })} icon={<EditOutlined />} onClick={() => setEdited(true)} />}
    </Row>
  );
}

function NoteEditor({ item, revision, close }: NoteProps & { close: () => void }): ReactNode {
  const t = useText('documents.content');
  const [text, setText] = useState(revision.note ?? '');
  const update = useCallMutation(content.updateRevision, { refresh: [content.revisions] });
  const save = async (): Promise<void> => {
    await update.mutateAsync({ id: item.id, revisionId: revision.id, note: text.trim() });
    close();
  };
  // A refusal has been shown by `call` already; the editor stays open with the text.
  const submit = (): void => void save().catch(() => undefined);
  const onKeyDown = (event: KeyboardEvent): void => {
    // the pane around it has shortcuts of its own
    event.stopPropagation();
    // Enter also confirms a choice of an input method
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') close();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    submit();
  };
  return (
    <Stack gap={2}>
      <Input.TextArea
        autoFocus
        autoSize={{ minRows: 1, maxRows: 6 }}
        maxLength={longestNote}
        aria-label={t('note')}
        value={text}
        placeholder={t('notePlaceholder')}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <Row gap={2} justify="end">
        <Button size="small" onClick={close}>
          {t('cancel')}
        </Button>
        <Button size="small" type="primary" loading={update.isPending} onClick={submit}>
          {t('saveNote')}
        </Button>
      </Row>
    </Stack>
  );
}
