import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useKnownUser } from '../../platform/permissions.ts';
import { session, viewOverPath } from '../../platform/sessions.ts';
import { Row, Text } from '../../platform/ui/layout.tsx';
import { NativeButton } from '../../platform/ui/native-controls.tsx';
import { signOut } from './sign-in.ts';
import styles from './view-as-bar.module.css';

const minute = 60_000;
const tick = 15_000;

/** The bar over every page of a view-as session: the viewed user, the time left, and the end. */
export function ViewAsBar(): ReactNode {
  const t = useText('identity.sign-in');
  const person = useKnownUser();
  const until = person?.viewer === undefined ? undefined : Date.parse(person.viewer.until);
  const left = useMinutesLeft(until);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset['viewAs'] = '';
    return () => void delete dataset['viewAs'];
  }, []);
  const end = async (): Promise<void> => {
    setBusy(true);
    await signOut();
    location.replace(viewOverPath);
  };
  return (
    <Row as="aside" gap={2} className={styles.bar} aria-label={t('viewAsBar')}>
      <Text strong truncate>
        {person === undefined ? t('viewAs') : t('viewAsSees', { name: person.fullName })}
      </Text>
      <span className={styles.fact}>{t('viewAsReads')}</span>
      {left !== undefined && <span className={styles.fact}>{t('viewAsLeft', { count: left })}</span>}
      <NativeButton disabled={busy} onClick={() => void end()}>
        {t('viewAsEnd')}
      </NativeButton>
    </Row>
  );
}

/** Whole minutes until a time; then ends the view-as session of this tab. */
function useMinutesLeft(until: number | undefined): number | undefined {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tick);
    return () => clearInterval(timer);
  }, []);
  const isOver = until !== undefined && now >= until;
  useEffect(() => {
    if (!isOver) return;
    session.clear();
    location.replace(viewOverPath);
  }, [isOver]);
  return until === undefined ? undefined : Math.max(1, Math.ceil((until - now) / minute));
}
