import type { AttributeKind, Limits } from '@dossier/contract/core/card-shapes';
import type { Principal } from '@dossier/contract/identity/users';
import { DatePicker, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { NumberInput } from '../../../platform/ui/number-input.tsx';
import { PrincipalSelect } from '../../access/principal-select.tsx';

interface ValueInputProps {
  kind: AttributeKind;
  limits: Limits;
  /** The value as on the wire; empty for none. */
  value?: string;
  onChange?: (value: string) => void;
  id?: string;
  /** Accessible name, where there is no label. */
  label?: string;
  /** Display name of a person value. */
  valueName?: string | undefined;
  /** Placeholder of an empty field. */
  hint?: string;
  size?: 'small' | 'middle';
}

const wide = { width: '100%' };

/** A field for a value of any kind. */
export function ValueInput({
  kind,
  limits,
  value = '',
  onChange,
  id,
  label,
  valueName,
  hint,
  size = 'middle',
}: ValueInputProps): ReactNode {
  const t = useText('classification.cards');
  const set = (next: string | null | undefined): void => onChange?.(next ?? '');
  const named = { ...(id && { id }), ...(label && { 'aria-label': label }), ...(hint && { placeholder: hint }), size };
  switch (kind) {
    case 'longText':
      return (
        <Input.TextArea
          {...named}
          value={value}
          maxLength={limits.maxLength ?? 10_000}
          autoSize={{ minRows: 2, maxRows: 10 }}
          onChange={(event) => set(event.target.value)}
        />
      );
    case 'number':
      return (
        <NumberInput<string>
          {...named}
          style={wide}
          stringMode
          value={value === '' ? null : value}
          {...(limits.min !== undefined && { min: String(limits.min) })}
          {...(limits.max !== undefined && { max: String(limits.max) })}
          onChange={set}
        />
      );
    case 'date':
      return (
        <DatePicker {...named} style={wide} value={value === '' ? null : dayjs(value)} onChange={(day) => set(day?.format('YYYY-MM-DD'))} />
      );
    case 'yesNo':
    case 'choice':
      return <ChoiceInput {...{ kind, limits, value, set, named }} />;
    case 'person':
      return <PersonInput value={value} name={valueName} label={label ?? t('kind_person')} size={size} set={set} />;
    default:
      return <Input {...named} value={value} maxLength={limits.maxLength ?? 500} onChange={(event) => set(event.target.value)} />;
  }
}

interface ChoiceInputProps {
  kind: 'yesNo' | 'choice';
  limits: Limits;
  value: string;
  set: (value: string | null | undefined) => void;
  named: object;
}

/** Selects one of the choices; a stored value that is no longer offered may stay. */
function ChoiceInput({ kind, limits, value, set, named }: ChoiceInputProps): ReactNode {
  const t = useText('classification.cards');
  const words = { true: t('yes'), false: t('no') };
  const choices = [...new Set([...(limits.choices ?? []), ...(value === '' ? [] : [value])])];
  const options =
    kind === 'yesNo'
      ? Object.entries(words).map(([choice, label]) => ({ value: choice, label }))
      : choices.map((choice) => ({ value: choice, label: choice }));
  return <Select {...named} style={{ width: '100%' }} allowClear value={value === '' ? null : value} onChange={set} options={options} />;
}

interface PersonInputProps {
  value: string;
  name: string | undefined;
  label: string;
  size: 'small' | 'middle';
  set: (id: string | undefined) => void;
}

function PersonInput({ value, name, label, size, set }: PersonInputProps): ReactNode {
  const [chosen, setChosen] = useState<Principal>();
  const known: Principal | undefined =
    value === '' ? undefined : chosen?.id === value ? chosen : { type: 'user', id: value, name: name ?? value };
  const take = (choice: Principal | undefined): void => {
    setChosen(choice);
    set(choice?.id);
  };
  return <PrincipalSelect type="user" size={size} value={known} label={label} isLabeled onChange={take} />;
}
