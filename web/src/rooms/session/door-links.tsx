import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import styles from './doors.module.css';
import { keepTarget } from './kept-target.ts';
import type { Doors } from './use-doors.ts';

const ways: { door: 'identityProvider' | 'messagingApp' | 'enterpriseChat'; href: string }[] = [
  { door: 'identityProvider', href: '/idp/authorize' },
  { door: 'messagingApp', href: '/wx/authorize?app=messagingApp' },
  { door: 'enterpriseChat', href: '/wx/authorize?app=enterpriseChat' },
];

interface DoorLinksProps {
  target: string;
  doors: Doors | undefined;
  /** Shows the code for a phone. */
  onScan: () => void;
}

/** The other ways to sign in that the site has opened; none shows nothing. */
export function DoorLinks({ target, doors, onScan }: DoorLinksProps): ReactNode {
  const t = useText('session');
  const open = ways.filter(({ door }) => doors?.[door] !== undefined);
  if (open.length === 0 && doors?.scan !== true) return null;
  return (
    <nav className={styles.doors} aria-label={t('otherWays')}>
      <span className={styles.or}>{t('otherWays')}</span>
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
      {doors?.scan && (
        <button type="button" className={styles.door} onClick={onScan}>
          {t('scanWay')}
        </button>
      )}
    </nav>
  );
}
