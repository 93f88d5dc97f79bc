import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../dialogs.ts';
import { useText } from '../text.ts';

interface Question {
  /** Names the thing: "Delete 3 documents?" */
  title: string;
  /** What follows from it. */
  text?: ReactNode;
  /** The verb on the button. */
  ok: string;
  danger?: boolean;
}

function ConfirmDialog({ question, answer, close }: { question: Question; answer: (yes: boolean) => void; close: () => void }): ReactNode {
  const t = useText('ground');
  const [open, setOpen] = useState(true);
  const say = (yes: boolean): void => {
    answer(yes);
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={question.title}
      width={440}
      okText={question.ok}
      cancelText={t('cancel')}
      okButtonProps={{ danger: question.danger ?? false, autoFocus: true }}
      onOk={() => say(true)}
      onCancel={() => say(false)}
      afterClose={close}
    >
      {question.text}
    </Modal>
  );
}

/** Asks before something is lost; answers whether to do it. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((answer) => openDialog((close) => <ConfirmDialog question={question} answer={answer} close={close} />));
}
