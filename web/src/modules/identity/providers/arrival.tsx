import type { InputOf } from '@dossier/contract/core/route';
import { session as calls } from '@dossier/contract/identity/sessions';
import { type ReactNode, useEffect, useRef } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { currentLanguage, savedLanguage, useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { queryClient } from '../../../platform/query.ts';
import { session } from '../../../platform/sessions.ts';
import { WaitingPage } from '../../../platform/ui/centered-card.tsx';
import { Text } from '../../../platform/ui/layout.tsx';
import { nameDevice, setSignInNotice } from '../sign-in.ts';

type ProviderSignIn = Awaited<ReturnType<typeof call<typeof calls.login>>>;

/** Signs in with the values that an external provider gave the browser. */
export async function signInWithProvider(credentials: InputOf<typeof calls.login>): Promise<ProviderSignIn> {
  nameDevice();
  const entered = await call(calls.login, { lang: savedLanguage(), pageLang: currentLanguage(), ...credentials }, { quiet: true });
  queryClient.clear();
  session.start(entered.sessionId);
  return entered;
}

const sentAwayKey = 'dossier-door-began';

/** Whether this tab was sent to an external provider a moment ago: a provider that loses our state must not cause an endless loop. */
export function wasJustSentAway(): boolean {
  const isRecent = Date.now() - Number(sessionStorage.getItem(sentAwayKey) ?? 0) < 20_000;
  sessionStorage.setItem(sentAwayKey, String(Date.now()));
  return isRecent;
}

/** A path of this site, or an external address. */
export type Onward = { path: string } | { leave: string };

interface ArrivalProps {
  /** Signs in; returns the target. Errors are shown on the sign-in page. */
  arrive: () => Promise<Onward>;
  failTo: string;
}

/** A page that shows that a sign-in is in progress, and then redirects. */
export function Arrival({ arrive, failTo }: ArrivalProps): ReactNode {
  const t = useText('identity.providers');
  const go = useNavigate();
  const begun = useRef(false);
  useEffect(() => {
    // The values of the query string are valid once.
    if (begun.current) return;
    begun.current = true;
    arrive().then(
      (onward) => ('path' in onward ? go(onward.path, undefined, { replace: true }) : location.replace(onward.leave)),
      (error: unknown) => {
        setSignInNotice(error instanceof CallError ? error.message : t('signInFailed'));
        go(failTo, undefined, { replace: true });
      },
    );
  });
  return (
    <WaitingPage>
      <Text as="p" tone="muted" role="status">
        {t('arriving')}
      </Text>
    </WaitingPage>
  );
}
