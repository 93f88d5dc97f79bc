import { Button, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../ground/dialogs.ts';
import { useText } from '../../../ground/text.ts';

export type SameNameChoice = 'rename' | 'skip';

interface SameNameProps {
  message: string;
  answer: (choice: SameNameChoice | undefined) => void;
  close: () => void;
}

function SameNameDialog({ message, answer, close }: SameNameProps): ReactNode {
  const t = useText('library');
  const [open, setOpen] = useState(true);
  const say = (choice: SameNameChoice | undefined) => {
    answer(choice);
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      width={460}
      title={t('sameNameTitle')}
      onCancel={() => say(undefined)}
      afterClose={close}
      footer={
        <>
          <Button onClick={() => say(undefined)}>{t('cancel')}</Button>
          <Button onClick={() => say('skip')}>{t('skipThese')}</Button>
          <Button type="primary" autoFocus onClick={() => say('rename')}>
            {t('keepBoth')}
          </Button>
        </>
      }
    >
      <p>{message}</p>
      <p>{t('sameNameText')}</p>
    </Modal>
  );
}

/** Asks what to do where the place already holds a name; undefined leaves everything as it is. */
export function askSameName(message: string): Promise<SameNameChoice | undefined> {
  return new Promise((answer) => openDialog((close) => <SameNameDialog message={message} answer={answer} close={close} />));
}
