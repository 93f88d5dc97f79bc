import type { OutputOf } from '@dossier/contract/core/route';
import { site } from '@dossier/contract/core/site';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { CallError, call, withQuery } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { type Handheld, saveRedirectTarget, setSignInNotice } from '../sign-in.ts';
import { Row } from '../../../platform/ui/layout.tsx';
import { NativeButton, buttonClass } from '../../../platform/ui/native-controls.tsx';
import styles from './sign-in.module.css';

type SignInOptions = OutputOf<typeof site.doors>;

/** The enabled sign-in providers; undefined until loaded. */
export function useSignInOptions(): SignInOptions | undefined {
  const [providers, setDoors] = useState<SignInOptions>();
  useEffect(() => {
    // After a failure the page still offers password sign-in.
    call(site.doors, {}, { quiet: true }).then(setDoors, () => undefined);
  }, []);
  return providers;
}

/** A challenge is valid for five minutes: an older offer is renewed. */
const offerMs = 240_000;

const load = () => import('./passkey-sign-in.ts');

/** Browsers support passkeys on secure pages only. */
export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in window;

interface PasskeySignIn {
  /** Starts the choice of a passkey; absent where the site or the browser supports none. */
  choose: (() => void) | undefined;
  busy: boolean;
}

/** Sign-in with a passkey: offered by the browser at the login name, and by a button. */
export function usePasskeySignIn(target: string, isOpen: boolean): PasskeySignIn {
  const t = useText('identity.sign-in');
  const go = useNavigate();
  const [round, setRound] = useState(0);
  const [busy, setBusy] = useState(false);
  const isOffered = isOpen && supportsPasskeys();
  const fail = useCallback((error: unknown) => setSignInNotice(error instanceof CallError ? error.message : t('passkeyFailed')), [t]);
  useEffect(() => {
    if (!isOffered || busy) return;
    const life = new AbortController();
    const again = (): void => setRound((before) => before + 1);
    const timer = setTimeout(again, offerMs);
    load()
      .then(({ offerPasskeys }) => offerPasskeys(life.signal))
      .then((isIn) => isIn && go(target, undefined, { replace: true }))
      .catch((error: unknown) => {
        // an offer that was not chosen fails silently
        if (life.signal.aborted || !(error instanceof CallError)) return;
        fail(error);
        if (error.code > 0) again();
      });
    return () => {
      clearTimeout(timer);
      life.abort();
    };
  }, [isOffered, busy, round, go, target, fail]);
  const choose = async (): Promise<void> => {
    setBusy(true);
    setSignInNotice(undefined);
    try {
      const { choosePasskey } = await load();
      if (await choosePasskey()) return go(target, undefined, { replace: true });
      setSignInNotice(t('passkeyNone'));
    } catch (error) {
      fail(error);
    }
    setBusy(false);
  };
  return { choose: isOffered ? () => void choose() : undefined, busy };
}

/** The platforms of this site: the browser, and the clients that have an installer. */
export function PlatformList({ doors: providers }: { doors: SignInOptions | undefined }): ReactNode {
  const t = useText('identity.sign-in');
  return (
    <Row gap={3} wrap justify="center" className={styles.clients}>
      <span id="platforms">{t('clients')}</span>
      <Row as="ul" gap={3} wrap justify="center" aria-labelledby="platforms">
        <li>{t('client_browser')}</li>
        {providers?.clients.map((platform) => (
          <li key={platform}>
            <a href={withQuery('/external/download/client', { platform })} rel="noreferrer">
              {t(`client_${platform}`)}
            </a>
          </li>
        ))}
      </Row>
    </Row>
  );
}

const providerPaths: { door: 'identityProvider' | 'messagingApp' | 'enterpriseChat'; href: string }[] = [
  { door: 'identityProvider', href: '/idp/authorize' },
  { door: 'messagingApp', href: '/wx/authorize?app=messagingApp' },
  { door: 'enterpriseChat', href: '/wx/authorize?app=enterpriseChat' },
];

interface ProviderLinksProps {
  target: string;
  handheld: Handheld | undefined;
  doors: SignInOptions | undefined;
  passkeys: PasskeySignIn;
  /** Shows the QR code for a phone. */
  onScan: () => void;
}

/** Links to the enabled sign-in providers; renders nothing where there are none. */
export function ProviderLinks({ target, handheld, doors: providers, passkeys, onScan }: ProviderLinksProps): ReactNode {
  const t = useText('identity.sign-in');
  // A phone cannot scan its own screen.
  const scan = !useMedia('hand') && providers?.scan === true;
  const open = providerPaths.filter(({ door }) => providers?.[door] !== undefined);
  if (open.length === 0 && !scan && !passkeys.choose) return null;
  return (
    <Row as="nav" gap={2} wrap justify="center" className={styles.methods} aria-label={t('otherWays')}>
      <Row as="span" gap={3} className={styles.or}>
        {t('otherWays')}
      </Row>
      {passkeys.choose && (
        <NativeButton disabled={passkeys.busy} onClick={passkeys.choose}>
          {t('passkeyWay')}
        </NativeButton>
      )}
      {open.map(({ door, href }) => (
        <a
          key={door}
          className={buttonClass()}
          // the enterprise chat has a return page of its own on phones
          href={handheld === 'phone' && door === 'enterpriseChat' ? `${href}&phone=1` : href}
          aria-label={t('signInWith', { name: providers?.[door] ?? '' })}
          onClick={() => saveRedirectTarget(target)}
        >
          {providers?.[door]}
        </a>
      ))}
      {scan && <NativeButton onClick={onScan}>{t('scanWay')}</NativeButton>}
    </Row>
  );
}
