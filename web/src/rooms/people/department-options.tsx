import type { Deed } from '@dossier/contract/deeds';
import type { FoundDepartment } from '@dossier/contract/departments';
import { people } from '@dossier/contract/people';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useCall } from '../../ground/use-call.ts';
import styles from './departments.module.css';
import { useInBranch } from './use-me.ts';

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
  /** Whether a word matches what is typed. */
  fits: (word: string) => boolean;
  /** What a field to choose them in needs. */
  field: {
    loading: boolean;
    defaultActiveFirstOption: boolean;
    showSearch: { filterOption: false; onSearch: (text: string) => void };
    optionRender: typeof drawDepartment;
  };
}

/** Departments by what is typed; of those alone that the person heads, where they may do this only there. */
export function useFoundDepartments(deed: Deed): FoundDepartments {
  const headed = useInBranch(deed);
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const found = useCall(people.findDepartments, { keyword, ...(headed && { headed }) }, { keep: true });
  const typed = text.trim().toLocaleLowerCase();
  const fits = (word: string): boolean => word.toLocaleLowerCase().includes(typed);
  const all = (found.data ?? []).map(({ id, name, way }) => ({
    value: id,
    label: name,
    detail: way.map((one) => one.name).join(' / '),
    way,
  }));
  // what was found for an earlier word stands there until the answer comes: Enter must not choose another one
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

/** A department in a list: its name and, smaller, where it lies. */
function drawDepartment({ data }: { data: { label: string; detail?: string } }): ReactNode {
  return (
    <span className={styles.option}>
      <span>{data.label}</span>
      {data.detail && <span>{data.detail}</span>}
    </span>
  );
}
