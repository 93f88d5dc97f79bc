import { level, right } from '@dossier/contract/rights';
import { Checkbox, Select } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { levelWords } from './grant-fields.tsx';
import { givable } from './levels.ts';
import styles from './rights.module.css';

/** What a person may give in a place. */
export interface Giving {
  /** The bits that they may hand on. */
  mayGive: number;
  /** They hand on management only with a ceiling. */
  capped: boolean;
}

interface HandOnProps extends Giving {
  /** The level that is given. */
  given: number;
  /** The most that may be handed on; undefined without a ceiling. */
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  disabled?: boolean;
}

const all = -1;

/** How much whoever is given the right to manage may hand on: all that they have, or at most a level, with management or without. */
export function HandOn({ given, mayGive, capped, value, onChange, disabled = false }: HandOnProps): ReactNode {
  const t = useText('permissions');
  if ((given & right.manage) === 0) return null;
  const most = given & mayGive;
  const bits = value === undefined ? undefined : value & ~right.manage;
  const names = givable(most).filter((name) => name !== 'none' && name !== 'full');
  const named = names.some((name) => level[name] === bits);
  const odd = bits === undefined || named ? [] : [{ value: bits, label: levelWords(t, bits) }];
  const withManage = value !== undefined && (value & right.manage) !== 0;
  return (
    <span className={styles.handOn}>
      <Select
        className={styles.level ?? ''}
        popupMatchSelectWidth={false}
        aria-label={t('handsOn')}
        disabled={disabled}
        value={bits ?? all}
        onChange={(next) => onChange(next === all ? undefined : withManage ? next | right.manage : next)}
        options={[
          ...(capped ? [] : [{ value: all, label: t('handsOnAll') }]),
          ...odd,
          ...names.map((name) => ({ value: level[name] as number, label: t('handsOnLevel', { level: t(`level_${name}`) }) })),
        ]}
      />
      {value !== undefined && (most & right.manage) !== 0 && (
        <Checkbox
          checked={withManage}
          disabled={disabled}
          onChange={({ target }) => onChange(target.checked ? value | right.manage : value & ~right.manage)}
        >
          {t('handsOnManage')}
        </Checkbox>
      )}
    </span>
  );
}

/** The ceiling that a level is given with at first: none, or all that somebody with a ceiling of their own may hand on. */
export const firstCeiling = (given: number, { mayGive, capped }: Giving): number | undefined =>
  capped && (given & right.manage) !== 0 ? given & mayGive : undefined;
