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
import { Hint } from '../../../platform/ui/hint.tsx';
import { DividedList, Text } from '../../../platform/ui/layout.tsx';
import { ActionLine } from '../../../platform/ui/page-parts.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';

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
      <Hint spaced>{t('tiesHint')}</Hint>
      {ties.data ? (
        ties.data.list.length === 0 ? (
          <Empty small title={t('noTies')} />
        ) : (
          <DividedList>
            {ties.data.list.map((tie) => (
              <LinkedAccountRow key={tie.provider} tie={tie} person={person} />
            ))}
          </DividedList>
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
  const provider = t(`door_${tie.door}`);
  const untie = useCallMutation(signInProviders.untie, {
    refresh: [signInProviders.ties],
    onDone: () => notice.success(t('wasUntied', { door: provider })),
  });
  const confirmUnlink = async (): Promise<void> => {
    const question = {
      title: t('untieAsk', { name: person.fullName, door: provider }),
      text: t('untieText'),
      ok: t('untie'),
      danger: true,
    };
    if (await confirm(question)) await untie.mutateAsync({ id: person.id, provider: tie.provider });
  };
  return (
    <ActionLine
      title={
        <>
          <Text strong>{provider}</Text> <Text tone="muted">{tie.at}</Text>
        </>
      }
      details={[
        <>
          {tie.shown} <code>{tie.subject}</code>
        </>,
        <>
          {t('tiedSince')} <RelativeTime iso={tie.since} /> · {t('lastUsed')}{' '}
          {tie.lastUsed ? <RelativeTime iso={tie.lastUsed} /> : t('never')}
        </>,
      ]}
    >
      <Button
        danger
        size="small"
        aria-label={`${t('untie')}: ${provider}`}
        loading={untie.isPending}
        onClick={() => void confirmUnlink().catch(() => undefined)}
      >
        {t('untie')}
      </Button>
    </ActionLine>
  );
}
