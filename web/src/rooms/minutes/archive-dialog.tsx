import { type Meeting, meetings } from '@dossier/contract/meetings';
import { minutes } from '@dossier/contract/minutes';
import { scores, votes } from '@dossier/contract/votes';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { notice } from '../../ground/notice.ts';
import { textOf, useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { AskDialog } from '../people/ask-dialog.tsx';
import { PlaceSelect } from './place-select.tsx';

const refresh = [meetings.list, meetings.show, meetings.coming, minutes.show, votes.list, scores.list];

function ArchiveDialog({ meeting, close }: { meeting: Meeting; close: () => void }): ReactNode {
  const t = useText('minutes');
  const send = useSend(minutes.archive, { refresh });
  const save = async ({ parentId }: { parentId: string }): Promise<void> => {
    const { name } = await send.mutateAsync({ id: meeting.id, parentId });
    notice.success(textOf('minutes')('wasArchived', { name }));
  };
  return (
    <AskDialog<{ parentId: string }> title={t('archiveTitle', { name: meeting.title })} ok={t('archive')} save={save} close={close}>
      <p>{t('archiveText')}</p>
      <Form.Item name="parentId" label={t('folder')} rules={[{ required: true, message: t('folderNeeded') }]}>
        <PlaceSelect />
      </Form.Item>
    </AskDialog>
  );
}

/** Puts a meeting away for good. */
export const openArchive = (meeting: Meeting): void => openDialog((close) => <ArchiveDialog meeting={meeting} close={close} />);
