import { Checkbox, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { Stack } from '../../../platform/ui/layout.tsx';

/** What is copied with documents. */
export interface CopiedToo {
  attachments: boolean;
  comments: boolean;
}

interface DialogProps {
  /** What some of the documents have. */
  there: CopiedToo;
  answer: (chosen: CopiedToo | undefined) => void;
  close: () => void;
}

function CopyTooDialog({ there, answer, close }: DialogProps): ReactNode {
  const t = useText('documents.library');
  const [open, setOpen] = useState(true);
  // comments say more than who is to read the copy may need to know
  const [chosen, setChosen] = useState<CopiedToo>({ attachments: there.attachments, comments: false });
  const respond = (choice: CopiedToo | undefined): void => {
    answer(choice);
    setOpen(false);
  };
  const box = (what: keyof CopiedToo, label: string): ReactNode =>
    there[what] && (
      <Checkbox checked={chosen[what]} onChange={({ target }) => setChosen({ ...chosen, [what]: target.checked })}>
        {label}
      </Checkbox>
    );
  return (
    <Modal
      open={open}
      width={460}
      title={t('copyToo')}
      okText={t('copyTooOk')}
      cancelText={t('cancel')}
      okButtonProps={{ autoFocus: true }}
      onOk={() => respond(chosen)}
      onCancel={() => respond(undefined)}
      afterClose={close}
    >
      <Stack gap={2}>
        {box('attachments', t('copyAttachments'))}
        {box('comments', t('copyComments'))}
      </Stack>
    </Modal>
  );
}

/** Asks what is copied with documents that have it; undefined cancels. */
export const askCopyToo = (there: CopiedToo): Promise<CopiedToo | undefined> =>
  new Promise((answer) => openDialog((close) => <CopyTooDialog there={there} answer={answer} close={close} />));
