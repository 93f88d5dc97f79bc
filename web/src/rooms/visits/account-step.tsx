import { codes } from '@dossier/contract/codes';
import { shares } from '@dossier/contract/shares';
import { type ReactNode, useState } from 'react';
import { CallError, call, withQuery } from '../../ground/call.ts';
import { usePageQuery } from '../../ground/go.ts';
import { session } from '../../ground/session.ts';
import { useText } from '../../ground/text.ts';
import { useWay } from './addresses.ts';
import { ClosedCard, endsLink } from './closed-card.tsx';
import { LinkQuery } from './link-query.ts';
import { messageOf } from './message-of.ts';
import { useEnter } from './use-enter.ts';
import { VisitCard } from './visit-card.tsx';
import doorStyles from './door.module.css';
import styles from './visits.module.css';

const has = (error: unknown, { code }: { code: number }): boolean => error instanceof CallError && error.code === code;

/** Whether the account of this browser is none that a link is for. */
export const isNotForAccount = (error: unknown): boolean => has(error, codes.shareRecipientUnknown);

/** Opens a link as whoever this browser is signed in as. */
export const enterAsMe = async (token: string): Promise<string> =>
  (await call(shares.enter, { token }, { quiet: true, stay: true })).sessionId;

interface AccountStepProps {
  token: string;
  ended: boolean;
  /** Why the account of this browser did not open it. */
  refusal: unknown;
}

/** A link for colleagues, to whom it did not open by itself: whoever is not signed in does so first. */
export function AccountStep({ token, ended, refusal }: AccountStepProps): ReactNode {
  const t = useText('visits');
  if (isNotForAccount(refusal)) return <NotForYou />;
  if (endsLink(refusal)) return <ClosedCard error={refusal} retry={() => location.reload()} />;
  return (
    <VisitCard title={t(ended ? 'ended' : 'forColleagues')} hint={t(ended ? 'endedHint' : 'forColleaguesHint')}>
      <AccountButton token={token} refusal={refusal} />
    </VisitCard>
  );
}

function NotForYou(): ReactNode {
  const t = useText('visits');
  return (
    <VisitCard title={t('notForYou')} hint={t('notForYouHint')}>
      <button type="button" className={styles.plain} onClick={() => location.assign('/')}>
        {t('toStart')}
      </button>
    </VisitCard>
  );
}

/** Opens a link with the account of this browser, or leads to where one signs in; nothing where that account is none it is for. */
export function AccountButton({ token, refusal }: { token: string; refusal?: unknown }): ReactNode {
  const t = useText('visits');
  const enter = useEnter(token);
  const signIn = useSignIn(token);
  const [failure, setFailure] = useState(refusal);
  const [busy, setBusy] = useState(false);
  const open = (): void => {
    setBusy(true);
    enterAsMe(token)
      .then(enter, setFailure)
      .finally(() => setBusy(false));
  };
  const isOut = session.token() === null || has(failure, codes.notSignedIn);
  const isForOthers = isNotForAccount(failure);
  return (
    <>
      {failure !== undefined && !isOut && (
        <p className={doorStyles.failure} role="alert">
          {isForOthers ? t('notForYou') : messageOf(failure)}
        </p>
      )}
      {!isForOthers && (
        <button type="button" className={styles.main} disabled={busy} onClick={isOut ? signIn : open}>
          {isOut ? t('signIn') : t('openAsMe')}
        </button>
      )}
    </>
  );
}

/** Goes to where one signs in, and from there back to what was wanted. */
function useSignIn(token: string): () => void {
  const { door } = useWay();
  const { id, parentId } = usePageQuery(LinkQuery);
  return () => {
    // what is kept here is over: with it nobody would be asked
    session.clear();
    // The pages of people who sign in are another client, so the address is left for good.
    location.assign(withQuery('/login', { redirect: withQuery(door, { token, id, parentId }) }));
  };
}
