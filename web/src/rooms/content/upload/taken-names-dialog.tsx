import { Modal, Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../ground/dialogs.ts';
import { useText } from '../../../ground/text.ts';
import styles from './upload.module.css';

export type TakenChoice = 'rename' | 'revision' | 'skip';

interface TakenProps {
  names: readonly string[];
  folder: string;
  answer: (choice: TakenChoice | undefined) => void;
  close: () => void;
}

const most = 50;

function TakenNamesDialog({ names, folder, answer, close }: TakenProps): ReactNode {
  const t = useText('content');
  const [open, setOpen] = useState(true);
  const [choice, setChoice] = useState<TakenChoice>('revision');
  const say = (said: TakenChoice | undefined) => {
    answer(said);
    setOpen(false);
  };
  const choices = (['revision', 'rename', 'skip'] as const).map((value) => ({
    value,
    label: (
      <>
        {t(value)}
        <small className={styles.hint}>{t(`${value}Hint`)}</small>
      </>
    ),
  }));
  return (
    <Modal
      open={open}
      width={500}
      title={t('takenTitle', { n: names.length, folder })}
      okText={t('upload')}
      cancelText={t('cancel')}
      onOk={() => say(choice)}
      onCancel={() => say(undefined)}
      afterClose={close}
    >
      <ul className={styles.names} tabIndex={0} aria-label={t('takenNames')}>
        {names.slice(0, most).map((name) => (
          <li key={name}>{name}</li>
        ))}
        {names.length > most && <li>{t('andMore', { n: names.length - most })}</li>}
      </ul>
      <Radio.Group className={styles.choices ?? ''} value={choice} onChange={(event) => setChoice(event.target.value)} options={choices} />
    </Modal>
  );
}

/** Asks once for all what to do with the files whose names the folder already holds. */
export function askTakenNames(names: readonly string[], folder: string): Promise<TakenChoice | undefined> {
  return new Promise((answer) => openDialog((close) => <TakenNamesDialog names={names} folder={folder} answer={answer} close={close} />));
}
