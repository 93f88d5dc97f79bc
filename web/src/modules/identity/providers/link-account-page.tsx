import { signInProviders } from '@dossier/contract/identity/sign-in-providers';
import { Alert, Button } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { textParam } from '../../../platform/page-query.ts';
import { CenteredCard, WaitingPage } from '../../../platform/ui/centered-card.tsx';
import { Heading, Text } from '../../../platform/ui/layout.tsx';

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
