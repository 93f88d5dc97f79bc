import { account } from '@dossier/contract/identity/account';
import { type Binding, type ChatApp, signInProviders } from '@dossier/contract/identity/sign-in-providers';
import { Alert, Button, Modal } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { textParam } from '../../../platform/page-query.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { CenteredCard, WaitingPage } from '../../../platform/ui/centered-card.tsx';
import { Empty } from '../../../platform/ui/empty.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { DividedList, Heading, Text } from '../../../platform/ui/layout.tsx';
import { askPassword } from '../identity-proof.tsx';
import { ActionLine } from '../../../platform/ui/page-parts.tsx';

/** The external accounts of the user: linked, and available. */
export function LinkedAccounts({ close }: { close: () => void }): ReactNode {
  const t = useText('identity.providers');
  const [open, setOpen] = useState(true);
  const bindings = useCall(signInProviders.bindings, {});
  return (
    <Modal open={open} title={t('linkedAccounts')} width={440} footer={null} onCancel={() => setOpen(false)} afterClose={close}>
      <Hint spaced>{t('linkedHint')}</Hint>
      {bindings.data?.list.length === 0 && <Empty title={t('noApps')} />}
      <DividedList>
        {bindings.data?.list.map((boundApp) => (
          <LinkedAccount key={boundApp.app} binding={boundApp} />
        ))}
      </DividedList>
    </Modal>
  );
}

function LinkedAccount({ binding }: { binding: Binding }): ReactNode {
  const t = useText('identity.providers');
  const [asking, setAsking] = useState(false);
  const unbind = useCallMutation(signInProviders.unbind, { refresh: [signInProviders.bindings] });
  const leave = async (app: ChatApp, password: string): Promise<void> =>
    location.assign((await call(signInProviders.beginBind, { app, password })).url);
  const begin = async (): Promise<void> => {
    setAsking(true);
    const title = t('bindAt', { name: binding.name });
    await askIdentityProof({ title, ok: t('bind'), save: (password) => leave(binding.app, password) })
      .catch(() => undefined)
      .finally(() => setAsking(false));
  };
  return (
    <ActionLine
      title={<Text strong>{binding.name}</Text>}
      details={[
        <>
          {binding.bound ? t('boundAs', { name: binding.nickname || binding.name }) : t('notBound')}
          {binding.boundAt && (
            <>
              {' · '}
              <RelativeTime iso={binding.boundAt} />
            </>
          )}
        </>,
      ]}
    >
      {binding.bound ? (
        <Button danger loading={unbind.isPending} onClick={() => void unbind.mutateAsync({ app: binding.app }).catch(() => undefined)}>
          {t('unbind')}
        </Button>
      ) : (
        <Button loading={asking} onClick={() => void begin()}>
          {t('bind')}
        </Button>
      )}
    </ActionLine>
  );
}

/** Asks for the user's password, or for a recent sign-in where the account has none. */
async function askIdentityProof(question: { title: string; ok: string; save: (password: string) => Promise<unknown> }): Promise<void> {
  askPassword({ ...question, detail: await call(account.detail, {}) });
}

const Query = { code: textParam, state: textParam };

type Outcome = { state: 'asking' | 'bound' } | { state: 'failed'; text: string };

/** /wechatbind: back from a chat app with an account to link. */
export function LinkAccountPage(): ReactNode {
  const t = useText('identity.providers');
  const go = useNavigate();
  const { code, state } = usePageQuery(Query);
  const [outcome, setOutcome] = useState<Outcome>({ state: 'asking' });
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    call(signInProviders.bind, { code: code ?? '', state }, { quiet: true }).then(
      () => setOutcome({ state: 'bound' }),
      (error: unknown) => setOutcome({ state: 'failed', text: error instanceof CallError ? error.message : '' }),
    );
  });
  if (outcome.state === 'asking')
    return (
      <WaitingPage>
        <Heading level={1}>{t('bindTitle')}</Heading>
        <Text as="p" tone="muted" role="status">
          {t('binding')}
        </Text>
      </WaitingPage>
    );
  const failed = outcome.state === 'failed';
  return (
    <CenteredCard title={t('bindTitle')}>
      <Alert
        type={failed ? 'warning' : 'success'}
        showIcon
        title={failed ? t('bindFailed') : t('bindDone')}
        description={failed && outcome.text !== t('bindFailed') ? outcome.text : undefined}
      />
      <Button type="primary" block onClick={() => go('/', undefined, { replace: true })}>
        {t('toDocuments')}
      </Button>
    </CenteredCard>
  );
}
