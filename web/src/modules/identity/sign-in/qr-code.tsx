import { codes } from '@dossier/contract/core/codes';
import type { OutputOf } from '@dossier/contract/core/route';
import { signInProviders } from '@dossier/contract/identity/sign-in-providers';
import { type ReactNode, useEffect, useState } from 'react';
import { CallError, call, noAnswer } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { textParam } from '../../../platform/page-query.ts';
import { useCall } from '../../../platform/query.ts';
import { CenteredCard } from '../../../platform/ui/centered-card.tsx';
import { Card, Stack, Text } from '../../../platform/ui/layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { LinkButton, NativeButton, buttonClass } from '../../../platform/ui/native-controls.tsx';
import { Facts } from '../../../platform/ui/page-layout.tsx';
import { useCurrentUser } from '../current-user.ts';
import { pollQrCode } from '../sign-in.ts';
import styles from './sign-in.module.css';
import { formatExactTime } from '../../../platform/ui/formatted-values.tsx';

type QrCode = OutputOf<typeof signInProviders.beginScan>;

/** State of a QR code: requested, shown, over (expired, refused or used), or why there is none. */
type QrCodeState = { state: 'asking' } | { state: 'shown'; image: string; url: string } | { state: 'over'; text?: string };

const pauseMs = 2000;
const wait = (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms));

/** Shows a QR code and asks every two seconds whether a phone has confirmed it, then goes to `target`; `renew` requests another. */
function useQrCode(target: string): { scan: QrCodeState; renew: () => void } {
  const go = useNavigate();
  const [scan, setScan] = useState<QrCodeState>({ state: 'asking' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const life = new AbortController();
    const report = (next: QrCodeState): void => (life.signal.aborted ? undefined : setScan(next));
    follow(report, life.signal).then(
      (isIn) => (life.signal.aborted ? undefined : isIn ? go(target, undefined, { replace: true }) : report({ state: 'over' })),
      (error: unknown) => report({ state: 'over', ...(error instanceof CallError && { text: error.message }) }),
    );
    return () => life.abort();
  }, [round, go, target]);
  const renew = (): void => {
    setScan({ state: 'asking' });
    setRound(round + 1);
  };
  return { scan, renew };
}

/** Polls until a phone confirms or the code expires. */
async function follow(report: (scan: QrCodeState) => void, signal: AbortSignal): Promise<boolean> {
  const begun = performance.now();
  const code = await call(signInProviders.beginScan, {}, { quiet: true, signal });
  report({ state: 'shown', image: code.image, url: code.url });
  // The browser's clock may be wrong: the two minutes are counted from here.
  while (performance.now() - begun < lifeMs && !signal.aborted) {
    await wait(pauseMs);
    if (signal.aborted) return false;
    const answer = await ask(code);
    if (answer !== 'waiting') return answer === 'in';
  }
  return false;
}

const lifeMs = 118_000;

async function ask({ scanId, secret }: QrCode): Promise<'waiting' | 'in' | 'over'> {
  try {
    return (await pollQrCode({ scanId, secret })) ? 'in' : 'waiting';
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.code === codes.scanExpired.code) return 'over';
    // A temporary network failure ends nothing.
    if (error.code === noAnswer) return 'waiting';
    throw error;
  }
}

/** A QR code for a signed-in phone, in place of the form. */
export function QrCodePanel({ target, back }: { target: string; back: () => void }): ReactNode {
  const t = useText('identity.sign-in');
  const { scan, renew } = useQrCode(target);
  return (
    <Stack gap={3} align="center">
      <div className={styles.code} aria-busy={scan.state === 'asking'}>
        {scan.state === 'shown' && <img src={scan.image} alt={t('scanCode')} width={220} height={220} />}
        {scan.state === 'over' && (
          <NativeButton primary onClick={renew} autoFocus>
            {t('scanRenew')}
          </NativeButton>
        )}
      </div>
      <Text as="p" tone="muted" className={styles.centred} role="status">
        {scan.state === 'over' ? (scan.text ?? t('scanOver')) : t('scanHow')}
      </Text>
      <LinkButton onClick={back}>{t('scanBack')}</LinkButton>
    </Stack>
  );
}

const Query = { code: textParam };

/** /scanConfirm?code= on a signed-in phone: shows the device that wants to sign in, and confirms or refuses. */
export function QrCodeConfirmPage(): ReactNode {
  const t = useText('identity.providers');
  const { code = '' } = usePageQuery(Query);
  const [shown, setTold] = useState<string>();
  // Never from the cache: the state changes within the minute.
  const asked = useCall(signInProviders.showScan, { code }, { staleTime: 0 });
  const gone = asked.error instanceof CallError ? textOfRefusal(asked.error, t('scanGone')) : undefined;
  return (
    <CenteredCard title={t('scanTitle')}>
      {(shown ?? gone) !== undefined ? (
        <>
          <Text as="p" tone="muted" role="status">
            {shown ?? gone}
          </Text>
          <AppLink to="/" className={buttonClass({ large: true })}>
            {t('toDocuments')}
          </AppLink>
        </>
      ) : asked.data === undefined ? (
        <Text as="p" tone="muted" role="status">
          {t('scanLoading')}
        </Text>
      ) : (
        <Question code={code} asked={asked.data} told={setTold} />
      )}
    </CenteredCard>
  );
}

/** A malformed code is treated like an unknown one. */
const textOfRefusal = (error: CallError, gone: string): string =>
  error.code === codes.scanExpired.code || error.code === codes.invalidParams.code ? gone : error.message;

interface QuestionProps {
  code: string;
  asked: { browser: string; system: string; address: string; since: string };
  told: (text: string) => void;
}

function Question({ code, asked, told: shown }: QuestionProps): ReactNode {
  const t = useText('identity.providers');
  const { fullName } = useCurrentUser();
  const [busy, setBusy] = useState(false);
  const answer = async (accept: boolean): Promise<void> => {
    setBusy(true);
    try {
      await call(signInProviders.answerScan, { code, accept }, { quiet: true });
      shown(t(accept ? 'scanConfirmed' : 'scanRefused'));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      shown(textOfRefusal(error, t('scanGone')));
    }
  };
  const device = [asked.browser, asked.system].filter((word) => word !== '').join(' · ');
  return (
    <>
      <Text as="p">{t('scanAsk', { name: fullName })}</Text>
      <Card sunken pad={3}>
        <Facts
          vertical
          facts={[
            [t('scanDevice'), device || t('scanUnknown')],
            [t('scanAddress'), asked.address],
            [t('scanSince'), formatExactTime(asked.since)],
          ]}
        />
      </Card>
      <Text as="p" tone="muted">
        {t('scanWarning')}
      </Text>
      <NativeButton primary large disabled={busy} onClick={() => void answer(true)}>
        {t('scanConfirm')}
      </NativeButton>
      <NativeButton large disabled={busy} onClick={() => void answer(false)}>
        {t('scanRefuse')}
      </NativeButton>
    </>
  );
}
