import { Modal } from 'antd';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { useText } from '../i18n.ts';

/** The confirmation of a destructive action. */
export interface ConfirmOptions {
  /** Names the object: "Delete 3 documents?" */
  title: string;
  /** The consequences. */
  text?: ReactNode;
  /** The label of the confirming button. */
  ok: string;
  danger?: boolean;
  /** The label of the other button instead of Cancel: it has the focus, as it is the safe answer to a question that a mistake has raised. */
  stay?: string;
}

interface ConfirmDialogProps {
  question: ConfirmOptions;
  /** Pixels from the top of the window, where it stands over another dialog. */
  start?: number | undefined;
  answer: (yes: boolean) => void;
  close: () => void;
}

/** The dialog behind `confirm`, loaded on first use. */
export function ConfirmDialog({ question, start, answer, close }: ConfirmDialogProps): ReactNode {
  const t = useText('platform');
  const [open, setOpen] = useState(true);
  const respond = (yes: boolean): void => {
    answer(yes);
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={question.title}
      // narrower than any form, which it asks about
      width={380}
      {...(start !== undefined && { styles: { wrapper: { '--dialog-start': `${start}px` } as CSSProperties } })}
      okText={question.ok}
      cancelText={question.stay ?? t('cancel')}
      okButtonProps={{ danger: question.danger ?? false, autoFocus: question.stay === undefined }}
      cancelButtonProps={{ autoFocus: question.stay !== undefined }}
      onOk={() => respond(true)}
      onCancel={() => respond(false)}
      afterClose={close}
    >
      {question.text}
    </Modal>
  );
}
