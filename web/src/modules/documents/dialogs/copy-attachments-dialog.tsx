import { Button, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';

interface DialogProps {
  answer: (withAttachments: boolean | undefined) => void;
  close: () => void;
}

function CopyAttachmentsDialog({ answer, close }: DialogProps): ReactNode {
  const t = useText('documents.library');
  const [open, setOpen] = useState(true);
  const respond = (choice: boolean | undefined): void => {
    answer(choice);
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      width={460}
      title={t('copyAttachments')}
      onCancel={() => respond(undefined)}
      afterClose={close}
      footer={
        <>
          <Button onClick={() => respond(undefined)}>{t('cancel')}</Button>
          <Button onClick={() => respond(false)}>{t('copyWithout')}</Button>
          <Button type="primary" autoFocus onClick={() => respond(true)}>
            {t('copyWith')}
          </Button>
        </>
      }
    >
      <p>{t('copyAttachmentsText')}</p>
    </Modal>
  );
}

/** Asks whether documents are copied with their attachments; undefined cancels. */
export const askCopyAttachments = (): Promise<boolean | undefined> =>
  new Promise((answer) => openDialog((close) => <CopyAttachmentsDialog answer={answer} close={close} />));
