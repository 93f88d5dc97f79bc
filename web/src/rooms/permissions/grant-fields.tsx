import { level, type Reach, reaches, right } from '@dossier/contract/rights';
import { DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { type TextOf, useText } from '../../ground/text.ts';
import { givable, nameOfBits } from './levels.ts';
import styles from './rights.module.css';

/** What bits are called in words. */
export function levelWords(t: TextOf<'permissions'>, bits: number): string {
  const name = nameOfBits(bits);
  const rest = nameOfBits(bits & ~right.manage);
  if (!('level' in name) && 'level' in rest) return t('andManage', { level: t(`level_${rest.level}`) });
  return 'level' in name ? t(`level_${name.level}`) : name.rights.map((one) => t(`right_${one}`)).join(t('and'));
}

const drawLevel = ({ data }: { data: { label: string; hint: string } }): ReactNode => (
  <span className={styles.levelOption}>
    {data.label}
    <small>{data.hint}</small>
  </span>
);

interface LevelSelectProps {
  value: number;
  /** The bits that the person who gives may hand on. */
  mine: number;
  onChange: (value: number) => void;
  disabled?: boolean;
}

/** The named levels, each with what it lets somebody do. */
export function LevelSelect({ value, mine, onChange, disabled }: LevelSelectProps): ReactNode {
  const t = useText('permissions');
  const names = givable(mine);
  const known = names.some((name) => level[name] === value);
  // somebody who may hand on management up to a ceiling may give all of that ceiling
  const whole =
    (mine & right.manage) === 0 || mine === level.full ? [] : [{ value: mine, label: levelWords(t, mine), hint: t('hint_handOn') }];
  const odd = known || whole.some((one) => one.value === value) ? [] : [{ value, label: levelWords(t, value), hint: '', disabled: true }];
  return (
    <Select
      className={styles.level ?? ''}
      popupMatchSelectWidth={300}
      aria-label={t('level')}
      value={value}
      disabled={disabled ?? false}
      onChange={onChange}
      options={[
        ...odd,
        ...whole,
        ...names.map((name) => ({ value: level[name] as number, label: t(`level_${name}`), hint: t(`hint_${name}`) })),
      ]}
      optionRender={drawLevel}
    />
  );
}

export function ReachSelect({ value, onChange }: { value: Reach; onChange: (value: Reach) => void }): ReactNode {
  const t = useText('permissions');
  return (
    <Select
      className={styles.reach ?? ''}
      popupMatchSelectWidth={false}
      aria-label={t('reach')}
      value={value}
      onChange={onChange}
      options={reaches.map((reach) => ({ value: reach, label: t(`reach_${reach}`) }))}
    />
  );
}

/** The last day of a right; empty is for good. The day counts to its end. */
export function DeadlinePicker({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}): ReactNode {
  const t = useText('permissions');
  return (
    <DatePicker
      className={styles.deadline ?? ''}
      aria-label={t('deadline')}
      placeholder={t('permanent')}
      value={value === undefined ? null : dayjs(value)}
      minDate={dayjs()}
      onChange={(day) => onChange(day === null || Array.isArray(day) ? undefined : day.endOf('day').toDate().toISOString())}
    />
  );
}
