import type { Named } from '@dossier/contract/departments';
import { people } from '@dossier/contract/people';
import { Select } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';

interface PersonSelectProps {
  value?: string[];
  onChange?: (ids: string[]) => void;
  id?: string;
  /** People whose names are known beforehand. */
  known?: readonly Named[];
}

const holds =
  (typed: string) =>
  ({ label }: { label: string }): boolean =>
    label.toLocaleLowerCase().includes(typed);

/** Chooses people by part of their name or login name. */
export function PersonSelect({ value, onChange, id, known = [] }: PersonSelectProps): ReactNode {
  const t = useText('people');
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const keyword = useDeferredValue(text.trim());
  const found = useCall(people.users, { pageNo: 1, pageSize: 20, ...(keyword && { keyword }) }, { keep: true });
  // What was found for an earlier word stands there until the answer comes: Enter must not choose somebody else.
  const typed = text.trim().toLocaleLowerCase();
  const all = (found.data?.list ?? []).map((person) => ({ value: person.id, label: `${person.fullName} (${person.loginName})` }));
  const options = found.isPlaceholderData || typed !== keyword.toLocaleLowerCase() ? all.filter(holds(typed)) : all;
  const others = known.filter((one) => all.every((option) => option.value !== one.id)).map((one) => ({ value: one.id, label: one.name }));
  return (
    <Select
      mode="multiple"
      {...(id && { id })}
      {...(value && { value })}
      {...(onChange && { onChange })}
      autoFocus
      style={{ width: '100%' }}
      showSearch={{ filterOption: false, onSearch: setText }}
      // The list would lie over the buttons after a choice, and Tab would take the choice back there.
      open={open}
      onOpenChange={setOpen}
      onSelect={() => setOpen(false)}
      onDeselect={() => setOpen(false)}
      defaultActiveFirstOption={typed !== ''}
      loading={found.isFetching}
      placeholder={t('findPeople')}
      notFoundContent={t('nobodyFound')}
      options={[...others, ...options]}
    />
  );
}
