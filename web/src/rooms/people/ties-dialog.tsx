import { doors, type Tie } from '@dossier/contract/doors';
import type { Person } from '@dossier/contract/people';
import { Button, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { Waiting } from '../../ground/ui/waiting.tsx';
import { useCall, useSend } from '../../ground/use-call.ts';
import styles from './ties.module.css';

/** Opens the list of the accounts elsewhere that sign a person in. */
export function openTies(person: Person): void {
  openDialog((close) => <TiesDialog person={person} close={close} />);
}

function TiesDialog({ person, close }: { person: Person; close: () => void }): ReactNode {
  const t = useText('people');
  const [open, setOpen] = useState(true);
  const ties = useCall(doors.ties, { id: person.id });
  return (
    <Modal
      open={open}
      title={t('tiesOf', { name: person.fullName })}
      width={520}
      footer={null}
      onCancel={() => setOpen(false)}
      afterClose={close}
    >
      <p className={styles.hint}>{t('tiesHint')}</p>
      {ties.data ? (
        ties.data.list.length === 0 ? (
          <Empty small title={t('noTies')} />
        ) : (
          <ul className={styles.list}>
            {ties.data.list.map((tie) => (
              <TieRow key={tie.provider} tie={tie} person={person} />
            ))}
          </ul>
        )
      ) : ties.error ? (
        <ErrorBox small error={ties.error} retry={() => void ties.refetch()} />
      ) : (
        <Waiting label={t('loading')} delay={150} />
      )}
    </Modal>
  );
}

function TieRow({ tie, person }: { tie: Tie; person: Person }): ReactNode {
  const t = useText('people');
  const door = t(`door_${tie.door}`);
  const untie = useSend(doors.untie, { refresh: [doors.ties], onDone: () => notice.success(t('wasUntied', { door })) });
  const ask = async (): Promise<void> => {
    const question = { title: t('untieAsk', { name: person.fullName, door }), text: t('untieText'), ok: t('untie'), danger: true };
    if (await confirm(question)) await untie.mutateAsync({ id: person.id, provider: tie.provider });
  };
  return (
    <li className={styles.tie}>
      <span className={styles.what}>
        <strong>
          {door}
          {tie.at !== undefined && <span className={styles.at}>{tie.at}</span>}
        </strong>
        <span className={styles.facts}>
          {tie.shown} <code>{tie.subject}</code>
        </span>
        <span className={styles.facts}>
          {t('tiedSince')} <Time iso={tie.since} /> · {t('lastUsed')} {tie.lastUsed ? <Time iso={tie.lastUsed} /> : t('never')}
        </span>
      </span>
      <Button
        danger
        size="small"
        aria-label={`${t('untie')}: ${door}`}
        loading={untie.isPending}
        onClick={() => void ask().catch(() => undefined)}
      >
        {t('untie')}
      </Button>
    </li>
  );
}
