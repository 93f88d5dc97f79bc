import { type Meeting, meetings } from '@dossier/contract/meetings';
import { minutes } from '@dossier/contract/minutes';
import { scores, votes } from '@dossier/contract/votes';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { notice } from '../../ground/notice.ts';
import { textOf, useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { can } from '../library/area.ts';
import { AskDialog } from '../people/ask-dialog.tsx';
import { type ChosenPlace, PlaceSelect } from '../library/place-select.tsx';

const refresh = [meetings.list, meetings.show, meetings.coming, minutes.show, votes.list, scores.list];

function ArchiveDialog({ meeting, close }: { meeting: Meeting; close: () => void }): ReactNode {
  const t = useText('minutes');
  const send = useSend(minutes.archive, { refresh });
  const save = async ({ place }: { place: ChosenPlace }): Promise<void> => {
    const { name } = await send.mutateAsync({ id: meeting.id, parentId: place.id });
    notice.success(textOf('minutes')('wasArchived', { name }));
  };
  return (
    <AskDialog<{ place: ChosenPlace }> title={t('archiveTitle', { name: meeting.title })} ok={t('archive')} save={save} close={close}>
      <p>{t('archiveText')}</p>
      <Form.Item name="place" label={t('folder')} rules={[{ required: true, message: t('folderNeeded') }]}>
        <PlaceSelect fits={(one) => can(one.rights, 'upload')} />
      </Form.Item>
    </AskDialog>
  );
}

/** Puts a meeting away for good. */
export const openArchive = (meeting: Meeting): void => openDialog((close) => <ArchiveDialog meeting={meeting} close={close} />);
