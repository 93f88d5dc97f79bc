import { type FindState, findStates } from '@dossier/contract/screening';
import { Input, Segmented, Select } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { ClearSign } from '../../ground/ui/clear-sign.tsx';
import people from '../people/people.module.css';
import styles from './screening.module.css';

/** Which finds are shown. */
export interface FindQuestion {
  state: FindState | 'all';
  level: number | undefined;
  word: string;
}

interface FiltersProps {
  question: FindQuestion;
  change: (changes: Partial<FindQuestion>) => void;
}

/** What narrows the finds. */
export function FindFilters({ question, change }: FiltersProps): ReactNode {
  const t = useText('screening');
  return (
    <div className={people.bar} role="group" aria-label={t('filters')}>
      <Segmented<FindQuestion['state']>
        aria-label={t('decision')}
        value={question.state}
        options={[...findStates, 'all' as const].map((value) => ({ value, label: t(`state_${value}`) }))}
        onChange={(state) => change({ state })}
      />
      <Select<number>
        className={styles.level ?? ''}
        allowClear={{ clearIcon: <ClearSign /> }}
        aria-label={t('level')}
        placeholder={t('level')}
        value={question.level ?? null}
        options={([1, 2, 3] as const).map((value) => ({ value, label: t(`level_${value}`) }))}
        onChange={(level?: number) => change({ level })}
      />
      <Input
        className={styles.word ?? ''}
        allowClear={{ clearIcon: <ClearSign /> }}
        aria-label={t('exactWord')}
        placeholder={t('exactWord')}
        maxLength={100}
        value={question.word}
        onChange={(event) => change({ word: event.target.value })}
      />
    </div>
  );
}
