import type { InputOf } from '@dossier/contract/core/route';
import { session as calls } from '@dossier/contract/identity/sessions';
import { type ReactNode, useEffect, useRef } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { currentLanguage, savedLanguage, useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { queryClient } from '../../../platform/query.ts';
import { session } from '../../../platform/sessions.ts';
import { nameDevice, setSignInNotice } from '../sign-in.ts';
import styles from './arrival.module.css';

type ProviderSignIn = Awaited<ReturnType<typeof call<typeof calls.login>>>;

/** Signs in with what an outside system gave the browser. */
export async function signInWithProvider(brought: InputOf<typeof calls.login>): Promise<ProviderSignIn> {
  nameDevice();
  const entered = await call(calls.login, { lang: savedLanguage(), pageLang: currentLanguage(), ...brought }, { quiet: true });
  queryClient.clear();
  session.start(entered.sessionId);
  return entered;
}

const sentAwayKey = 'dossier-door-began';

/** Whether this tab was sent to an outside service a moment ago: a service that loses our state must not be asked for ever. */
export function wasJustSentAway(): boolean {
  const isRecent = Date.now() - Number(sessionStorage.getItem(sentAwayKey) ?? 0) < 20_000;
  sessionStorage.setItem(sentAwayKey, String(Date.now()));
  return isRecent;
}

/** A path to go to here, or an address to leave for. */
export type Onward = { path: string } | { leave: string };

interface ArrivalProps {
  /** Signs in; answers where to go. What it throws is told at the sign-in page. */
  arrive: () => Promise<Onward>;
  failTo: string;
}

/** A page that shows only that somebody is being signed in, and leads on. */
export function Arrival({ arrive, failTo }: ArrivalProps): ReactNode {
  const t = useText('identity.providers');
  const go = useNavigate();
  const begun = useRef(false);
  useEffect(() => {
    // What the browser brought works once.
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
    <main className={styles.page} aria-busy="true">
      <img src="/mark.svg" alt="" width={40} height={40} />
      <p role="status">{t('arriving')}</p>
    </main>
  );
}
