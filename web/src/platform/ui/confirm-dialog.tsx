import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../i18n.ts';
import type { ConfirmOptions } from './confirm-options.ts';

interface ConfirmDialogProps {
  question: ConfirmOptions;
  answer: (yes: boolean) => void;
  close: () => void;
}

/** The dialog behind `confirm`, loaded when something is first asked. */
export function ConfirmDialog({ question, answer, close }: ConfirmDialogProps): ReactNode {
  const t = useText('platform');
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
