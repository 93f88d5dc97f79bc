import { codes } from '@dossier/contract/core/codes';
import { shares } from '@dossier/contract/sharing/shares';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { CallError, call, withQuery } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { usePageQuery } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { session } from '../../../platform/sessions.ts';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { type FormFailure, PlainForm } from '../../identity/plain-form.tsx';
import { useLinkPaths } from '../visitor-paths.ts';
import { LinkQuery, useBeginSession } from './share-session.ts';
import { ClosedCard, MessageCard, VisitorButton, endsLink, messageOf } from './visitor-frame.tsx';
import styles from './visitor.module.css';

const hasCode = (error: unknown, { code }: { code: number }): boolean => error instanceof CallError && error.code === code;

/** Whether the account of this browser is no recipient of the link. */
export const isNotForAccount = (error: unknown): boolean => hasCode(error, codes.shareRecipientUnknown);

/** Opens a link with the account signed in in this browser. */
const openAsSignedInUser = async (token: string): Promise<string> =>
  (await call(shares.enter, { token }, { quiet: true, stay: true })).sessionId;

interface AccountStepProps {
  token: string;
  organisation: string;
  ended: boolean;
  /** Why the account of this browser was refused. */
  refusal: unknown;
}

/** The account step of a link for colleagues that did not open automatically: asks for sign-in where needed. */
export function AccountStep({ token, organisation, ended, refusal }: AccountStepProps): ReactNode {
  const t = useText('sharing.visitor');
  if (isNotForAccount(refusal)) return <NotForYou />;
  if (endsLink(refusal)) return <ClosedCard error={refusal} retry={() => location.reload()} />;
  return (
    <MessageCard
      organisation={organisation}
      title={t(ended ? 'ended' : 'forColleagues')}
      hint={t(ended ? 'endedHint' : 'forColleaguesHint')}
    >
      <AccountButton token={token} refusal={refusal} />
    </MessageCard>
  );
}

function NotForYou(): ReactNode {
  const t = useText('sharing.visitor');
  return (
    <MessageCard title={t('notForYou')} hint={t('notForYouHint')}>
      <VisitorButton onClick={() => location.assign('/')}>{t('toStart')}</VisitorButton>
    </MessageCard>
  );
}

/** Opens a link with the account of this browser, or leads to sign-in; renders nothing where that account is no recipient. */
export function AccountButton({ token, refusal }: { token: string; refusal?: unknown }): ReactNode {
  const t = useText('sharing.visitor');
  const enter = useBeginSession(token);
  const signIn = useSignIn(token);
  const [failure, setFailure] = useState(refusal);
  const [busy, setBusy] = useState(false);
  const open = (): void => {
    setBusy(true);
    openAsSignedInUser(token)
      .then(enter, setFailure)
      .finally(() => setBusy(false));
  };
  const isOut = session.token() === null || hasCode(failure, codes.notSignedIn);
  const isForOthers = isNotForAccount(failure);
  return (
    <>
      {failure !== undefined && !isOut && (
        <Text as="p" tone="danger" role="alert">
          {isForOthers ? t('notForYou') : messageOf(failure)}
        </Text>
      )}
      {!isForOthers && (
        <VisitorButton primary disabled={busy} onClick={isOut ? signIn : open}>
          {isOut ? t('signIn') : t('openAsMe')}
        </VisitorButton>
      )}
    </>
  );
}

/** Leads to sign-in, and from there back to the requested page. */
function useSignIn(token: string): () => void {
  const { door: provider } = useLinkPaths();
  const { id, parentId } = usePageQuery(LinkQuery);
  return () => {
    // the stored session has ended; kept, it would suppress the sign-in page
    session.clear();
    // The sign-in page belongs to the other client, so this is a full navigation.
    location.assign(withQuery('/login', { redirect: withQuery(provider, { token, id, parentId }) }));
  };
}

/** Tries the account of this browser on a link for accounts, before asking anything. */
export function AccountAttempt({ token, refused }: { token: string; refused: (error: unknown) => void }): ReactNode {
  const t = useText('sharing.visitor');
  const enter = useBeginSession(token);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    openAsSignedInUser(token).then(enter, refused);
  }, [token, enter, refused]);
  return <MessageCard title={t('opening')} />;
}

/** A countdown in seconds that `start` begins; 0 once it is over. */
export function useCountdown(): [left: number, start: (seconds: number) => void] {
  const [end, setEnd] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (end === 0) return;
    const update = (): void => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    const timer = setInterval(update, 500);
    return () => clearInterval(timer);
  }, [end]);
  const start = useCallback((seconds: number): void => {
    setEnd(Date.now() + seconds * 1000);
    setLeft(seconds);
  }, []);
  return [left, start];
}

const resendAfter = 60;

interface CodeStepProps {
  open: (code: string) => Promise<FormFailure | undefined>;
  resend: () => Promise<FormFailure | undefined>;
  back: () => void;
}

/** The code from the mail; another can be requested after a minute. */
export function CodeStep({ open, resend, back }: CodeStepProps): ReactNode {
  const t = useText('sharing.visitor');
  const [left, wait] = useCountdown();
  // A mail was just sent.
  useEffect(() => wait(resendAfter), [wait]);
  const again = async (): Promise<void> => {
    wait(resendAfter);
    const failure = await resend();
    if (failure) notice.error(failure.text);
    else notice.success(t('codeSent'));
  };
  const send = async ({ code = '' }: Record<string, string>): Promise<FormFailure | undefined> =>
    code.trim() === '' ? { text: t('codeMissing'), field: 'code' } : open(code.trim());
  return (
    <PlainForm
      key="code"
      ok={t('openLink')}
      send={send}
      below={
        <Row gap={2} wrap className={styles.ways}>
          <VisitorButton disabled={left > 0} onClick={() => void again()}>
            {left > 0 ? t('resendIn', { count: left }) : t('resend')}
          </VisitorButton>
          <VisitorButton onClick={back}>{t('otherMail')}</VisitorButton>
        </Row>
      }
    >
      {(field) => (
        <Stack as="label" gap={1}>
          <Text label>{t('code')}</Text>
          <input {...field('code')} inputMode="numeric" autoComplete="one-time-code" maxLength={12} autoFocus />
        </Stack>
      )}
    </PlainForm>
  );
}
