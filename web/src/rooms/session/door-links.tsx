import type { ReactNode } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import styles from './doors.module.css';
import { keepTarget } from './kept-target.ts';
import type { Doors } from './use-doors.ts';
import type { Passkeys } from './use-passkeys.ts';

const ways: { door: 'identityProvider' | 'messagingApp' | 'enterpriseChat'; href: string }[] = [
  { door: 'identityProvider', href: '/idp/authorize' },
  { door: 'messagingApp', href: '/wx/authorize?app=messagingApp' },
  { door: 'enterpriseChat', href: '/wx/authorize?app=enterpriseChat' },
];

interface DoorLinksProps {
  target: string;
  doors: Doors | undefined;
  passkeys: Passkeys;
  /** Shows the code for a phone. */
  onScan: () => void;
}

/** The other ways to sign in that the site has opened; none shows nothing. */
export function DoorLinks({ target, doors, passkeys, onScan }: DoorLinksProps): ReactNode {
  const t = useText('session');
  // A phone cannot scan its own window.
  const scan = !useMedia('hand') && doors?.scan === true;
  const open = ways.filter(({ door }) => doors?.[door] !== undefined);
  if (open.length === 0 && !scan && !passkeys.choose) return null;
  return (
    <nav className={styles.doors} aria-label={t('otherWays')}>
      <span className={styles.or}>{t('otherWays')}</span>
      {passkeys.choose && (
        <button type="button" className={styles.door} disabled={passkeys.busy} onClick={passkeys.choose}>
          {t('passkeyWay')}
        </button>
      )}
      {open.map(({ door, href }) => (
        <a
          key={door}
          className={styles.door}
          href={href}
          aria-label={t('signInWith', { name: doors?.[door] ?? '' })}
          onClick={() => keepTarget(target)}
        >
          {doors?.[door]}
        </a>
      ))}
      {scan && (
        <button type="button" className={styles.door} onClick={onScan}>
          {t('scanWay')}
        </button>
      )}
    </nav>
  );
}
