import { shares } from '@dossier/contract/shares';
import { type ReactNode, useState } from 'react';
import { call } from '../../ground/call.ts';
import { session } from '../../ground/session.ts';
import { useText } from '../../ground/text.ts';
import { messageOf } from './message-of.ts';
import { useEnter } from './use-enter.ts';
import { VisitCard } from './visit-card.tsx';
import doorStyles from './door.module.css';
import styles from './visits.module.css';

/** A link for colleagues: whoever is signed in opens it as themselves, the others sign in first. */
export function AccountStep({ token, ended }: { token: string; ended: boolean }): ReactNode {
  const t = useText('visits');
  return (
    <VisitCard title={t(ended ? 'ended' : 'forColleagues')} hint={t(ended ? 'endedHint' : 'forColleaguesHint')}>
      <AccountButton token={token} />
    </VisitCard>
  );
}

/** Opens a link with the account of this browser. */
export function AccountButton({ token }: { token: string }): ReactNode {
  const t = useText('visits');
  const enter = useEnter(token);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  // The pages of people who sign in are another client, so the address is left for good.
  const signIn = (): void => location.assign(`/login?redirect=${encodeURIComponent(location.pathname + location.search)}`);
  const open = (): void => {
    setBusy(true);
    call(shares.enter, { token }, { quiet: true, stay: true })
      .then(({ sessionId }) => enter(sessionId))
      .catch((error: unknown) => setFailure(messageOf(error)))
      .finally(() => setBusy(false));
  };
  const known = session.token() !== null;
  return (
    <>
      {failure && (
        <p className={doorStyles.failure} role="alert">
          {failure}
        </p>
      )}
      <button type="button" className={styles.main} disabled={busy} onClick={known && failure === undefined ? open : signIn}>
        {known && failure === undefined ? t('openAsMe') : t('signIn')}
      </button>
    </>
  );
}
