import type { Grantee } from '@dossier/contract/people';
import { level, type Reach } from '@dossier/contract/rights';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { give } from './grant-deeds.ts';
import { DeadlinePicker, LevelSelect, levelWords, ReachSelect } from './grant-fields.tsx';
import { firstCeiling, type Giving, HandOn } from './hand-on.tsx';
import { GranteeSelect } from './grantee-select.tsx';
import styles from './rights.module.css';

interface GrantFormProps {
  objIds: string[];
  /** What the person who gives may hand on. */
  giving: Giving;
  /** Documents have nothing below them. */
  withReach: boolean;
}

/** Gives somebody a level. */
export function GrantForm({ objIds, giving, withReach }: GrantFormProps): ReactNode {
  const t = useText('permissions');
  const [grantee, setGrantee] = useState<Grantee>();
  const [bits, setBits] = useState<number>((level.view & giving.mayGive) === level.view ? level.view : level.title);
  const [handOn, setHandOn] = useState<number>();
  const [reach, setReach] = useState<Reach>('all');
  const [deadline, setDeadline] = useState<string>();
  const [sending, setSending] = useState(false);
  const add = async () => {
    if (grantee === undefined) return;
    setSending(true);
    try {
      if (!(await give(objIds, grantee, { level: bits, handOn, reach: withReach ? reach : 'all', deadline }))) return;
      notice.success(t('given', { name: grantee.name, level: levelWords(t, bits) }));
      setGrantee(undefined);
      // The day was meant for them: left standing it would end the next right unasked.
      setDeadline(undefined);
    } catch {
      // The refusal has been shown; what was chosen stays to be mended.
    } finally {
      setSending(false);
    }
  };
  const chooseLevel = (next: number): void => {
    setBits(next);
    setHandOn(firstCeiling(next, giving));
  };
  return (
    <div className={styles.form} role="group" aria-label={t('addGrant')}>
      <GranteeSelect value={grantee} onChange={setGrantee} label={t('whom')} autoFocus />
      <LevelSelect value={bits} mine={giving.mayGive} onChange={chooseLevel} />
      <HandOn given={bits} {...giving} value={handOn} onChange={setHandOn} />
      {withReach && <ReachSelect value={reach} onChange={setReach} />}
      <DeadlinePicker value={deadline} onChange={setDeadline} />
      <Button type="primary" disabled={grantee === undefined} loading={sending} onClick={() => void add()}>
        {t('add')}
      </Button>
    </div>
  );
}
