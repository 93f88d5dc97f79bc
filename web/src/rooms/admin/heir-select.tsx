import { people } from '@dossier/contract/people';
import { Select } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';

interface HeirSelectProps {
  id: string;
  value: string | undefined;
  onChange: (id: string | undefined) => void;
  /** Who cannot be chosen. */
  but: string;
}

/** Chooses who takes over: somebody enabled of the organisation's own, by part of the name or login name. */
export function HeirSelect({ id, value, onChange, but }: HeirSelectProps): ReactNode {
  const t = useText('admin');
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string }>();
  const keyword = useDeferredValue(text.trim());
  const found = useCall(people.users, { pageNo: 1, pageSize: 20, ...(keyword && { keyword }) }, { keep: true });
  const able = (found.data?.list ?? []).filter((one) => one.enabled && one.guestOf === undefined && one.id !== but);
  const all = able.map((one) => ({ value: one.id, label: `${one.fullName} (${one.loginName})` }));
  // What was found for an earlier word stands there until the answer comes: Enter must not choose somebody else.
  const typed = text.trim().toLocaleLowerCase();
  const isOld = found.isPlaceholderData || typed !== keyword.toLocaleLowerCase();
  const options = isOld ? all.filter(({ label }) => label.toLocaleLowerCase().includes(typed)) : all;
  const known = chosen === undefined || options.some((one) => one.value === chosen.value) ? options : [chosen, ...options];
  return (
    <Select<string>
      id={id}
      style={{ width: '100%' }}
      allowClear
      showSearch={{ filterOption: false, onSearch: setText }}
      placeholder={t('heirNeeded')}
      {...(value !== undefined && { value })}
      onChange={(next: string | undefined) => {
        setChosen(known.find((one) => one.value === next));
        onChange(next);
      }}
      loading={found.isFetching}
      options={typed === '' ? known : options}
      defaultActiveFirstOption={typed !== ''}
    />
  );
}
