import { type Level, type Reach, type Right, level, reaches, right } from '@dossier/contract/core/rights';
import { Checkbox, DatePicker, Select, Tag } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useState } from 'react';
import { formatExactTime } from '../../platform/ui/formatted-values.tsx';
import { type TextOf, useText } from '../../platform/i18n.ts';
import { Row, Stack, Text } from '../../platform/ui/layout.tsx';
import styles from './access.module.css';

/** The name of permission bits. */
export function levelWords(t: TextOf<'access'>, bits: number): string {
  const name = nameOfBits(bits);
  const rest = nameOfBits(bits & ~right.manage);
  if (!('level' in name) && 'level' in rest) return t('andManage', { level: t(`level_${rest.level}`) });
  return 'level' in name ? t(`level_${name.level}`) : name.rights.map((part) => t(`right_${part}`)).join(t('and'));
}

/** What somebody may do, as a sentence. */
export function canWords(t: TextOf<'access'>, name: string, bits: number): string {
  const named = nameOfBits(bits);
  return 'level' in named ? t(`can_${named.level}`, { name }) : t('hasLevel', { name, level: levelWords(t, bits) });
}

const drawLevel = ({ data }: { data: { label: string; hint: string } }): ReactNode => (
  <Stack as="span" align="start">
    <Text>{data.label}</Text>
    <Text size="xs" tone="muted">
      {data.hint}
    </Text>
  </Stack>
);

interface LevelSelectProps {
  value: number;
  /** The grantable permissions of the caller. */
  mine: number;
  onChange: (value: number) => void;
  disabled?: boolean;
}

/** The named levels, each with a description. */
export function LevelSelect({ value, mine, onChange, disabled }: LevelSelectProps): ReactNode {
  const t = useText('access');
  const names = givable(mine);
  const known = names.some((name) => level[name] === value);
  // a manager with limited grantable permissions may grant all of that limit
  const whole =
    (mine & right.manage) === 0 || mine === level.full ? [] : [{ value: mine, label: levelWords(t, mine), hint: t('hint_handOn') }];
  const odd = known || whole.some((part) => part.value === value) ? [] : [{ value, label: levelWords(t, value), hint: '', disabled: true }];
  return (
    <Select
      className={styles.field ?? ''}
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

export function InheritanceScopeSelect({ value, onChange }: { value: Reach; onChange: (value: Reach) => void }): ReactNode {
  const t = useText('access');
  return (
    <Select
      className={styles.field ?? ''}
      popupMatchSelectWidth={false}
      aria-label={t('reach')}
      value={value}
      onChange={onChange}
      options={reaches.map((reach) => ({ value: reach, label: t(`reach_${reach}`) }))}
    />
  );
}

/** The last day of a grant, included; empty for no deadline. */
export function DeadlinePicker({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}): ReactNode {
  const t = useText('access');
  return (
    <DatePicker
      className={styles.field ?? ''}
      aria-label={t('deadline')}
      placeholder={t('permanent')}
      value={value === undefined ? null : dayjs(value)}
      minDate={dayjs()}
      onChange={(day) => onChange(day === null || Array.isArray(day) ? undefined : day.endOf('day').toDate().toISOString())}
    />
  );
}

/** What a user may grant on an item. */
export interface GrantableRights {
  /** The grantable permissions. */
  mayGive: number;
  /** They may grant management only with limited grantable permissions. */
  capped: boolean;
}

interface GrantableSelectProps extends GrantableRights {
  /** The granted level. */
  given: number;
  /** The grantable permissions; undefined for no limit. */
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  disabled?: boolean;
}

const unlimited = -1;

/** The grantable permissions of a new manager: all that they have, or at most a level, with or without management. */
export function GrantableSelect({ given, mayGive, capped, value, onChange, disabled = false }: GrantableSelectProps): ReactNode {
  const t = useText('access');
  if ((given & right.manage) === 0) return null;
  const most = given & mayGive;
  const bits = value === undefined ? undefined : value & ~right.manage;
  const names = givable(most).filter((name) => name !== 'none' && name !== 'full');
  const named = names.some((name) => level[name] === bits);
  const odd = bits === undefined || named ? [] : [{ value: bits, label: levelWords(t, bits) }];
  const withManage = value !== undefined && (value & right.manage) !== 0;
  return (
    <Row as="span" gap={2} wrap className={styles.handOn}>
      <Select
        className={styles.field ?? ''}
        popupMatchSelectWidth={false}
        aria-label={t('handsOn')}
        disabled={disabled}
        value={bits ?? unlimited}
        onChange={(next) => onChange(next === unlimited ? undefined : withManage ? next | right.manage : next)}
        options={[
          ...(capped ? [] : [{ value: unlimited, label: t('handsOnAll') }]),
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
    </Row>
  );
}

/** The initial grantable permissions for a level: no limit, or all that a limited manager may grant. */
export const defaultGrantable = (given: number, { mayGive, capped }: GrantableRights): number | undefined =>
  capped && (given & right.manage) !== 0 ? given & mayGive : undefined;

const soonMs = 14 * 24 * 3600_000;

interface EndsSoonTagProps {
  deadline: string | undefined;
  expired?: boolean;
  /** Shown instead of the mark on other grants. */
  otherwise?: ReactNode;
}

/** Marks a grant that expires within two weeks, with the day. */
export function EndsSoonTag({ deadline, expired = false, otherwise = null }: EndsSoonTagProps): ReactNode {
  const t = useText('access');
  const [now] = useState(() => Date.now());
  if (deadline === undefined || expired) return otherwise;
  const left = Date.parse(deadline) - now;
  if (left <= 0 || left > soonMs) return otherwise;
  return (
    <Tag color="warning" title={formatExactTime(deadline)}>
      {t('endsOn', { time: dayOf(deadline) })}
    </Tag>
  );
}

/** The named levels, ascending. */
const levelNames = Object.keys(level) as Level[];

/** The name of bits: a named level, or their individual rights. */
export function nameOfBits(bits: number): { level: Level } | { rights: Right[] } {
  const named = levelNames.find((name) => level[name] === bits);
  if (named !== undefined) return { level: named };
  return { rights: (Object.keys(right) as Right[]).filter((name) => (bits & right[name]) !== 0) };
}

/** The levels within the given bits: a grant never exceeds the rights of its giver. */
export function givable(bits: number): Level[] {
  return levelNames.filter((name) => (level[name] & bits) === level[name]);
}

/** A day as shown in tables. */
export const dayOf = (iso: string): string => formatExactTime(iso).slice(0, 10);
