import { type ReactNode, useEffect } from 'react';
import { z } from 'zod';
import { usePageQuery } from '../../ground/go.ts';
import { useText } from '../../ground/text.ts';
import { tellAtDoor, useDoorWord } from './door-word.ts';
import styles from './sign-in.module.css';

const Query = z.object({ door: z.string(), why: z.enum(['off', 'away']) }).partial();

/** Why another way to sign in led back here. */
export function DoorNotice(): ReactNode {
  const t = useText('session');
  const { why } = usePageQuery(Query);
  const word = useDoorWord();
  useEffect(() => () => tellAtDoor(undefined), []);
  const text = word ?? (why === 'off' ? t('doorOff') : why === 'away' ? t('doorAway') : undefined);
  return text === undefined ? null : (
    <p className={styles.notice} role="alert">
      {text}
    </p>
  );
}
