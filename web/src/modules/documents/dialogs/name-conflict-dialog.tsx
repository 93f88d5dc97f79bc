import { Modal, Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { Card, Text } from '../../../platform/ui/layout.tsx';
import styles from './dialogs.module.css';

type NameConflictChoice = 'rename' | 'revision' | 'skip';

interface NameConflictProps {
  names: readonly string[];
  folder: string;
  answer: (choice: NameConflictChoice | undefined) => void;
  close: () => void;
}

const maxListed = 50;

function NameConflictDialog({ names, folder, answer, close }: NameConflictProps): ReactNode {
  const t = useText('documents.content');
  const [open, setOpen] = useState(true);
  const [choice, setChoice] = useState<NameConflictChoice>('revision');
  const respond = (chosen: NameConflictChoice | undefined) => {
    answer(chosen);
    setOpen(false);
  };
  const choices = (['revision', 'rename', 'skip'] as const).map((value) => ({
    value,
    label: (
      <>
        {t(value)}
        <Text as="p" size="xs" tone="muted">
          {t(`${value}Hint`)}
        </Text>
      </>
    ),
  }));
  return (
    <Modal
      open={open}
      width={500}
      title={t('takenTitle', { count: names.length, folder })}
      okText={t('upload')}
      cancelText={t('cancel')}
      onOk={() => respond(choice)}
      onCancel={() => respond(undefined)}
      afterClose={close}
    >
      <Card as="ul" pad={2} scroll className={styles.names} tabIndex={0} aria-label={t('takenNames')}>
        {names.slice(0, maxListed).map((name) => (
          <li key={name}>{name}</li>
        ))}
        {names.length > maxListed && <li>{t('andMore', { count: names.length - maxListed })}</li>}
      </Card>
      <Radio.Group vertical value={choice} onChange={(event) => setChoice(event.target.value)} options={choices} />
    </Modal>
  );
}

/** Asks once for all files how to resolve name conflicts; undefined where the user cancels. */
export function askNameConflicts(names: readonly string[], folder: string): Promise<NameConflictChoice | undefined> {
  return new Promise((answer) => openDialog((close) => <NameConflictDialog names={names} folder={folder} answer={answer} close={close} />));
}
