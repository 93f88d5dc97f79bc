import { type ReactNode, useEffect } from 'react';
import { usePageQuery } from '../../ground/go.ts';
import { anyText, oneOf } from '../../ground/page-query.ts';
import { useText } from '../../ground/text.ts';
import { tellAtDoor, useDoorWord } from './door-word.ts';
import styles from './sign-in.module.css';

const Query = { door: anyText, why: oneOf(['off', 'away']) };

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
