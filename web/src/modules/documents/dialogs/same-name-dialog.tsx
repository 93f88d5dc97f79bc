import { Button, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { Card } from '../../../platform/ui/layout.tsx';
import styles from './dialogs.module.css';

export type SameNameChoice = 'rename' | 'skip';

interface SameNameProps {
  names: readonly string[];
  answer: (choice: SameNameChoice | undefined) => void;
  close: () => void;
}

const shownNames = 20;

function SameNameDialog({ names, answer, close }: SameNameProps): ReactNode {
  const t = useText('documents.library');
  const [open, setOpen] = useState(true);
  const respond = (choice: SameNameChoice | undefined) => {
    answer(choice);
    setOpen(false);
  };
  const title = t('sameNameTitle', { count: names.length });
  return (
    <Modal
      open={open}
      width={460}
      title={title}
      onCancel={() => respond(undefined)}
      afterClose={close}
      footer={
        <>
          <Button onClick={() => respond(undefined)}>{t('cancel')}</Button>
          <Button onClick={() => respond('skip')}>{t('skipThese')}</Button>
          <Button type="primary" autoFocus onClick={() => respond('rename')}>
            {t('keepBoth')}
          </Button>
        </>
      }
    >
      <Card as="ul" pad={2} scroll className={styles.names} tabIndex={0} aria-label={title}>
        {names.slice(0, shownNames).map((name) => (
          <li key={name}>{name}</li>
        ))}
        {names.length > shownNames && <li>{t('andMore', { count: names.length - shownNames })}</li>}
      </Card>
      <p>{t('sameNameText', { count: names.length })}</p>
    </Modal>
  );
}

/** Asks how to resolve name conflicts; undefined cancels. */
export function askSameName(names: readonly string[]): Promise<SameNameChoice | undefined> {
  return new Promise((answer) => openDialog((close) => <SameNameDialog names={names} answer={answer} close={close} />));
}
