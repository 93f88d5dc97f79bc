import { type OutputOf } from '@dossier/contract/route';
import { site } from '@dossier/contract/site';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../../ground/call.ts';
import { useText } from '../../ground/text.ts';
import styles from './doors.module.css';
import { keepTarget } from './kept-target.ts';

type Doors = OutputOf<typeof site.doors>;

const ways: { door: 'identityProvider' | 'messagingApp' | 'enterpriseChat'; href: string }[] = [
  { door: 'identityProvider', href: '/idp/authorize' },
  { door: 'messagingApp', href: '/wx/authorize?app=messagingApp' },
  { door: 'enterpriseChat', href: '/wx/authorize?app=enterpriseChat' },
];

/** The other ways to sign in that the site has opened; none shows nothing. */
export function DoorLinks({ target }: { target: string }): ReactNode {
  const t = useText('session');
  const [doors, setDoors] = useState<Doors>();
  useEffect(() => {
    // A page without these still signs in by account.
    call(site.doors, {}, { quiet: true }).then(setDoors, () => undefined);
  }, []);
  const open = ways.filter(({ door }) => doors?.[door] !== undefined);
  if (open.length === 0) return null;
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
    </nav>
  );
}
