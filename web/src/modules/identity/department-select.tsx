import type { Permission } from '@dossier/contract/core/administrative-permissions';
import type { FoundDepartment, Named } from '@dossier/contract/identity/departments';
import { people } from '@dossier/contract/identity/users';
import { Radio, Select } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { Stack, Text } from '../../platform/ui/layout.tsx';
import { useInDepartmentScope } from './department-scope.ts';

/** An option of a department field. */
export interface DepartmentOption {
  value: string;
  label: string;
  /** The departments above it, in one line. */
  detail: string;
  way: FoundDepartment['way'];
}

interface FoundDepartments {
  options: DepartmentOption[];
  /** Whether a word matches the query. */
  fits: (word: string) => boolean;
  /** The props of a field that selects departments. */
  field: {
    loading: boolean;
    defaultActiveFirstOption: boolean;
    showSearch: { filterOption: false; onSearch: (text: string) => void };
    optionRender: typeof drawDepartment;
  };
}

/** Departments that match the query; only headed ones, where the user has the permission within the department scope only. */
export function useFoundDepartments(permission: Permission): FoundDepartments {
  const headed = useInDepartmentScope(permission);
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const found = useCall(people.findDepartments, { keyword, ...(headed && { headed }) }, { keep: true });
  const typed = text.trim().toLocaleLowerCase();
  const fits = (word: string): boolean => word.toLocaleLowerCase().includes(typed);
  const all = (found.data ?? []).map(({ id, name, way }) => ({
    value: id,
    label: name,
    detail: way.map((department) => department.name).join(' / '),
    way,
  }));
  // results of the previous query remain until the answer arrives: Enter must not select one of them
  const isStale = found.isPlaceholderData || typed !== keyword.toLocaleLowerCase();
  return {
    options: isStale ? all.filter(({ label }) => fits(label)) : all,
    fits,
    field: {
      loading: found.isFetching,
      defaultActiveFirstOption: typed !== '',
      showSearch: { filterOption: false, onSearch: setText },
      optionRender: drawDepartment,
    },
  };
}

/** A department in a list: its name and, smaller, its ancestors. */
function drawDepartment({ data }: { data: { label: string; detail?: string } }): ReactNode {
  return (
    <Stack as="span">
      <Text truncate>{data.label}</Text>
      {data.detail && (
        <Text size="xs" tone="muted" truncate>
          {data.detail}
        </Text>
      )}
    </Stack>
  );
}

interface DepartmentSelectProps {
  value?: string[];
  onChange?: (ids: string[]) => void;
  id?: string;
  /** Departments whose names are already known. */
  known?: readonly Named[];
}

const optionOf = ({ id, name }: Named): DepartmentOption => ({ value: id, label: name, detail: '', way: [] });

/** Selects departments by part of their name, and the main one, which comes first. */
export function DepartmentSelect({ value = [], onChange, id, known = [] }: DepartmentSelectProps): ReactNode {
  const t = useText('identity.users');
  const { options, field } = useFoundDepartments('people.edit');
  const [names, setNames] = useState(new Map(known.map((department) => [department.id, department.name])));
  const others = known.filter((department) => options.every((option) => option.value !== department.id)).map(optionOf);
  const take = (ids: string[], taken: readonly (DepartmentOption | undefined)[]): void => {
    setNames(
      new Map([...names, ...taken.flatMap((department): [string, string][] => (department ? [[department.value, department.label]] : []))]),
    );
    onChange?.(ids);
  };
  return (
    <>
      <Select<string[], DepartmentOption>
        mode="multiple"
        {...(id && { id })}
        value={value}
        onChange={(ids, taken) => take(ids, Array.isArray(taken) ? taken : [taken])}
        {...field}
        placeholder={t('noDepartment')}
        notFoundContent={t('noDepartmentFound')}
        options={[...others, ...options]}
      />
      {value.length > 1 && (
        <MainDepartment
          value={value}
          names={names}
          choose={(main) => onChange?.([main, ...value.filter((department) => department !== main)])}
        />
      )}
    </>
  );
}

interface MainDepartmentProps {
  value: readonly string[];
  names: ReadonlyMap<string, string>;
  choose: (id: string) => void;
}

function MainDepartment({ value, names, choose }: MainDepartmentProps): ReactNode {
  const t = useText('identity.users');
  return (
    <Stack pad={[2, 0]}>
      <Text tone="muted">{t('mainDepartment')}</Text>
      <Radio.Group
        vertical
        aria-label={t('mainDepartment')}
        value={value[0]}
        onChange={(event) => choose(String(event.target.value))}
        options={value.toSorted().map((department) => ({ value: department, label: names.get(department) ?? department }))}
      />
    </Stack>
  );
}
