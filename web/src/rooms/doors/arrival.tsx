import { type ReactNode, useEffect, useRef } from 'react';
import { CallError } from '../../ground/call.ts';
import { useGo } from '../../ground/go.ts';
import { useText } from '../../ground/text.ts';
import { tellAtDoor } from '../session/door-word.ts';
import styles from './arrival.module.css';

/** A path to go to here, or an address to leave for. */
export type Onward = { path: string } | { leave: string };

interface ArrivalProps {
  /** Signs in; answers where to go. What it throws is told at the sign-in page. */
  arrive: () => Promise<Onward>;
  failTo: string;
}

/** A page that shows only that somebody is being signed in, and leads on. */
export function Arrival({ arrive, failTo }: ArrivalProps): ReactNode {
  const t = useText('doors');
  const go = useGo();
  const begun = useRef(false);
  useEffect(() => {
    // What the browser brought works once.
    if (begun.current) return;
    begun.current = true;
    arrive().then(
      (onward) => ('path' in onward ? go(onward.path, undefined, { replace: true }) : location.replace(onward.leave)),
      (error: unknown) => {
        tellAtDoor(error instanceof CallError ? error.message : t('signInFailed'));
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
