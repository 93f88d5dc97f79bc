import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { DeadlinePicker } from './grant-fields.tsx';

function DeadlineDialog({ answer, close }: { answer: (deadline: string | undefined) => void; close: () => void }): ReactNode {
  const t = useText('permissions');
  const [open, setOpen] = useState(true);
  const [deadline, setDeadline] = useState<string>();
  const leave = (chosen: string | undefined): void => {
    answer(chosen);
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={t('newDeadline')}
      width={360}
      okText={t('save')}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: deadline === undefined }}
      onOk={() => leave(deadline)}
      onCancel={() => leave(undefined)}
      afterClose={close}
    >
      <DeadlinePicker value={deadline} onChange={setDeadline} />
    </Modal>
  );
}

/** Asks for the last day of a right; the day counts to its end. Nothing where the person thinks better of it. */
export function askDeadline(): Promise<string | undefined> {
  return new Promise((answer) => openDialog((close) => <DeadlineDialog answer={answer} close={close} />));
}
