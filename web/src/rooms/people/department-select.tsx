import type { Named } from '@dossier/contract/departments';
import { Radio, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { type DepartmentOption, useFoundDepartments } from './department-options.tsx';
import styles from './departments.module.css';

interface DepartmentSelectProps {
  value?: string[];
  onChange?: (ids: string[]) => void;
  id?: string;
  /** Departments whose names are known beforehand. */
  known?: readonly Named[];
}

const optionOf = ({ id, name }: Named): DepartmentOption => ({ value: id, label: name, detail: '', way: [] });

/** Chooses departments by part of their name, and which of them is the main one: it stands first. */
export function DepartmentSelect({ value = [], onChange, id, known = [] }: DepartmentSelectProps): ReactNode {
  const t = useText('people');
  const { options, field } = useFoundDepartments('people.edit');
  const [names, setNames] = useState(new Map(known.map((one) => [one.id, one.name])));
  const others = known.filter((one) => options.every((option) => option.value !== one.id)).map(optionOf);
  const take = (ids: string[], taken: readonly (DepartmentOption | undefined)[]): void => {
    setNames(new Map([...names, ...taken.flatMap((one): [string, string][] => (one ? [[one.value, one.label]] : []))]));
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
        <MainDepartment value={value} names={names} choose={(main) => onChange?.([main, ...value.filter((one) => one !== main)])} />
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
  const t = useText('people');
  return (
    <div className={styles.main}>
      <span className={styles.warning}>{t('mainDepartment')}</span>
      <Radio.Group
        vertical
        aria-label={t('mainDepartment')}
        value={value[0]}
        onChange={(event) => choose(String(event.target.value))}
        options={value.toSorted().map((one) => ({ value: one, label: names.get(one) ?? one }))}
      />
    </div>
  );
}
