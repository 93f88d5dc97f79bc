import type { FoundDepartment } from '@dossier/contract/departments';
import { people } from '@dossier/contract/people';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useCall } from '../../ground/use-call.ts';
import styles from './departments.module.css';

/** A department to choose from a list. */
export interface DepartmentOption {
  value: string;
  label: string;
  /** The departments above it, in one line. */
  detail: string;
  way: FoundDepartment['way'];
}

interface FoundDepartments {
  options: DepartmentOption[];
  loading: boolean;
  showSearch: { filterOption: false; onSearch: (text: string) => void };
}

/** Departments by what is typed. */
export function useFoundDepartments(): FoundDepartments {
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const found = useCall(people.findDepartments, { keyword }, { keep: true });
  const options = (found.data ?? []).map(({ id, name, way }) => ({
    value: id,
    label: name,
    detail: way.map((one) => one.name).join(' / '),
    way,
  }));
  return { options, loading: found.isFetching, showSearch: { filterOption: false, onSearch: setText } };
}

/** A department in a list: its name and, smaller, where it lies. */
export function drawDepartment({ data }: { data: { label: string; detail?: string } }): ReactNode {
  return (
    <span className={styles.option}>
      <span>{data.label}</span>
      {data.detail && <span>{data.detail}</span>}
    </span>
  );
}
