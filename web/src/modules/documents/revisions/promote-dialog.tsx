import { type Revision, content, longestNote } from '@dossier/contract/documents/content';
import type { Item } from '@dossier/contract/documents/library';
import { nextLabel } from '@dossier/contract/documents/version-labels';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCallMutation } from '../../../platform/query.ts';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { Text } from '../../../platform/ui/layout.tsx';
import { refreshLists } from '../areas.ts';

interface PromoteProps {
  item: Item;
  revision: Revision;
  close: () => void;
}

/** Makes the current version of a document the next major one, with a note if wanted. */
export function PromoteDialog({ item, revision, close }: PromoteProps): ReactNode {
  const t = useText('documents.content');
  const promote = useCallMutation(content.promoteRevision, { refresh: [content.revisions] });
  const next = nextLabel(revision.label, true);
  const save = async ({ note }: { note: string }): Promise<void> => {
    const { label } = await promote.mutateAsync({ id: item.id, revisionId: revision.id, note: note.trim() });
    notice.success(t('promoted', { name: item.name, next: label }));
    await refreshLists();
  };
  return (
    <FormDialog
      title={t('promoteRevision', { label: revision.label, next })}
      ok={t('promote', { next })}
      initial={{ note: revision.note ?? '' }}
      save={save}
      close={close}
    >
      <Text as="p" spaced>
        {t('promoteText')}
      </Text>
      <Form.Item name="note" label={t('note')}>
        <Input.TextArea rows={3} maxLength={longestNote} showCount placeholder={t('notePlaceholder')} />
      </Form.Item>
    </FormDialog>
  );
}
