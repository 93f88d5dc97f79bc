import { type LinkedAccount, signInProviders } from '@dossier/contract/identity/sign-in-providers';
import type { Person } from '@dossier/contract/identity/users';
import { Button, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import styles from './linked-accounts-dialog.module.css';

/** Opens the external accounts of a user. */
export function openLinkedAccounts(person: Person): void {
  openDialog((close) => <LinkedAccountsDialog person={person} close={close} />);
}

function LinkedAccountsDialog({ person, close }: { person: Person; close: () => void }): ReactNode {
  const t = useText('identity.users');
  const [open, setOpen] = useState(true);
  const ties = useCall(signInProviders.ties, { id: person.id });
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
              <LinkedAccountRow key={tie.provider} tie={tie} person={person} />
            ))}
          </ul>
        )
      ) : ties.error ? (
        <ErrorBox small error={ties.error} retry={() => void ties.refetch()} />
      ) : (
        <Spinner label={t('loading')} delay={150} />
      )}
    </Modal>
  );
}

function LinkedAccountRow({ tie, person }: { tie: LinkedAccount; person: Person }): ReactNode {
  const t = useText('identity.users');
  const door = t(`door_${tie.door}`);
  const untie = useCallMutation(signInProviders.untie, {
    refresh: [signInProviders.ties],
    onDone: () => notice.success(t('wasUntied', { door })),
  });
  const confirmUnlink = async (): Promise<void> => {
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
          {t('tiedSince')} <RelativeTime iso={tie.since} /> · {t('lastUsed')}{' '}
          {tie.lastUsed ? <RelativeTime iso={tie.lastUsed} /> : t('never')}
        </span>
      </span>
      <Button
        danger
        size="small"
        aria-label={`${t('untie')}: ${door}`}
        loading={untie.isPending}
        onClick={() => void confirmUnlink().catch(() => undefined)}
      >
        {t('untie')}
      </Button>
    </li>
  );
}
