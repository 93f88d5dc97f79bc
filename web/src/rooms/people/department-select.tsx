import { people } from '@dossier/contract/people';
import { Select } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';

interface DepartmentSelectProps {
  value?: string[];
  onChange?: (ids: string[]) => void;
  id?: string;
  /** A department whose name is known beforehand. */
  known?: { id: string; name: string };
}

/** Chooses departments by part of their name. */
export function DepartmentSelect({ value, onChange, id, known }: DepartmentSelectProps): ReactNode {
  const t = useText('people');
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const found = useCall(people.grantees, { keyword, type: 'department' }, { keep: true });
  const options = (found.data ?? []).map((department) => ({ value: department.id, label: department.name }));
  if (known && !options.some((option) => option.value === known.id)) options.unshift({ value: known.id, label: known.name });
  return (
    <Select
      mode="multiple"
      {...(id && { id })}
      {...(value && { value })}
      {...(onChange && { onChange })}
      showSearch={{ filterOption: false, onSearch: setText }}
      placeholder={t('noDepartment')}
      notFoundContent={t('nothingFound')}
      options={options}
    />
  );
}
