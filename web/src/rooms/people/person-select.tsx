import { people } from '@dossier/contract/people';
import { Select } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';

interface PersonSelectProps {
  value?: string[];
  onChange?: (ids: string[]) => void;
  id?: string;
}

/** Chooses people by part of their name or login name. */
export function PersonSelect({ value, onChange, id }: PersonSelectProps): ReactNode {
  const t = useText('people');
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const found = useCall(people.users, { pageNo: 1, pageSize: 20, ...(keyword && { keyword }) }, { keep: true });
  return (
    <Select
      mode="multiple"
      {...(id && { id })}
      {...(value && { value })}
      {...(onChange && { onChange })}
      autoFocus
      style={{ width: '100%' }}
      showSearch={{ filterOption: false, onSearch: setText }}
      loading={found.isFetching}
      placeholder={t('findPeople')}
      notFoundContent={t('nobodyFound')}
      options={(found.data?.list ?? []).map((person) => ({ value: person.id, label: `${person.fullName} (${person.loginName})` }))}
    />
  );
}
