import { Select, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../i18n.ts';
import { NumberInput } from './number-input.tsx';

const units = { MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 } as const;
type Unit = keyof typeof units;

/** The largest unit with at most two decimals. */
function unitOf(bytes: number): Unit {
  const fitting = (['TB', 'GB'] as const).find((unit) => bytes >= units[unit] && Number.isInteger((bytes / units[unit]) * 100));
  return fitting ?? (bytes >= 1024 * units.GB ? 'GB' : 'MB');
}

interface BytesInputProps {
  /** Bytes; null, or 0 where the form uses it, for no limit. */
  value?: number | null;
  onChange?: (bytes: number | null) => void;
  id?: string;
  label?: string;
  /** The meaning of an empty field, unless it is "no limit". */
  placeholder?: string;
  autoFocus?: boolean;
}

/** A size as a number and its unit; an empty number is no limit. */
export function BytesInput({ value = null, onChange, id, label, placeholder, autoFocus }: BytesInputProps): ReactNode {
  const t = useText('platform');
  const [chosen, setChosen] = useState<Unit>();
  const unit = chosen ?? (value ? unitOf(value) : 'GB');
  const shown = value === null ? null : Math.round((value / units[unit]) * 100) / 100;
  const set = (number: number | null, to: Unit): void => onChange?.(number === null ? null : Math.round(number * units[to]));
  return (
    <Space.Compact>
      <NumberInput
        {...(id === undefined ? {} : { id })}
        {...(label === undefined ? {} : { 'aria-label': label })}
        autoFocus={autoFocus ?? false}
        value={shown}
        min={0}
        max={1_000_000}
        controls={false}
        placeholder={placeholder ?? t('noLimit')}
        style={{ width: 150 }}
        onChange={(number) => set(number, unit)}
      />
      <Select<Unit>
        aria-label={t('unit')}
        value={unit}
        style={{ width: 76 }}
        options={(Object.keys(units) as Unit[]).map((option) => ({ value: option, label: option }))}
        onChange={(to) => {
          setChosen(to);
          set(shown, to);
        }}
      />
    </Space.Compact>
  );
}
