import type { OutputOf } from '@dossier/contract/route';
import { screening, type WordFind } from '@dossier/contract/screening';
import { Button, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../ground/call.ts';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { LevelTag } from './level-tag.tsx';
import styles from './screening.module.css';

/** Shows a find with what stands around it; the server notes that somebody looked. */
export async function openFind(find: WordFind): Promise<void> {
  const seen = await call(screening.look, { id: find.id });
  openDialog((close) => <FindDialog find={find} seen={seen} close={close} />);
}

interface FindDialogProps {
  find: WordFind;
  seen: OutputOf<typeof screening.look>;
  close: () => void;
}

function FindDialog({ find, seen, close }: FindDialogProps): ReactNode {
  const t = useText('screening');
  const [open, setOpen] = useState(true);
  const [before = '', itself = '', behind = ''] = seen.snippet;
  return (
    <Modal
      open={open}
      title={t('findOf', { word: find.word })}
      footer={
        <Button type="primary" onClick={() => setOpen(false)}>
          {t('close')}
        </Button>
      }
      onCancel={() => setOpen(false)}
      afterClose={close}
    >
      <dl className={styles.facts}>
        <dt>{t('item')}</dt>
        <dd>{seen.name}</dd>
        <dt>{t('where')}</dt>
        <dd>{seen.path || '—'}</dd>
        <dt>{t('owner')}</dt>
        <dd>{seen.ownerName}</dd>
        <dt>{t('group')}</dt>
        <dd>
          {find.groupName} <LevelTag level={find.level} />
        </dd>
        <dt>{t(`place_${find.place}` as 'place_1')}</dt>
        <dd>
          <q className={styles.snippet}>
            …{before}
            <mark>{itself}</mark>
            {behind}…
          </q>
        </dd>
      </dl>
      <p className={styles.faint}>{t('lookNoted')}</p>
    </Modal>
  );
}
