import type { Named } from '@dossier/contract/identity/departments';
import { people } from '@dossier/contract/identity/users';
import { Form, Select } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { openDialog } from '../../platform/dialogs.ts';
import { textOf, useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { FormDialog, type FormDialogOptions } from '../../platform/ui/form-dialog.tsx';

interface UserSelectProps {
  value?: string[];
  onChange?: (ids: string[]) => void;
  id?: string;
  /** Users whose names are already known. */
  known?: readonly Named[];
}

const holds =
  (typed: string) =>
  ({ label }: { label: string }): boolean =>
    label.toLocaleLowerCase().includes(typed);

/** Selects users by part of their name or login name. */
export function UserSelect({ value, onChange, id, known = [] }: UserSelectProps): ReactNode {
  const t = useText('identity.users');
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const keyword = useDeferredValue(text.trim());
  const found = useCall(people.users, { pageNo: 1, pageSize: 20, ...(keyword && { keyword }) }, { keep: true });
  // Results of the previous query remain until the answer arrives: Enter must not select one of them.
  const typed = text.trim().toLocaleLowerCase();
  const all = (found.data?.list ?? []).map((person) => ({ value: person.id, label: `${person.fullName} (${person.loginName})` }));
  const options = found.isPlaceholderData || typed !== keyword.toLocaleLowerCase() ? all.filter(holds(typed)) : all;
  const others = known
    .filter((candidate) => all.every((option) => option.value !== candidate.id))
    .map((candidate) => ({ value: candidate.id, label: candidate.name }));
  return (
    <Select
      mode="multiple"
      {...(id && { id })}
      {...(value && { value })}
      {...(onChange && { onChange })}
      autoFocus
      style={{ width: '100%' }}
      showSearch={{ filterOption: false, onSearch: setText }}
      // The dropdown would cover the buttons after a choice, and Tab would undo the choice there.
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

/** Selects users to add to a department, group or role. */
export function openUserChoice({ save, ...terms }: Omit<FormDialogOptions<string[]>, 'ok'>): void {
  const ok = textOf('identity.users')('add');
  openDialog((close) => (
    <FormDialog<{ userIds: string[] }> {...terms} ok={ok} save={({ userIds }) => save(userIds)} close={close}>
      <UsersField />
    </FormDialog>
  ));
}

function UsersField(): ReactNode {
  const t = useText('identity.users');
  return (
    <Form.Item name="userIds" label={t('people')} rules={[{ required: true, message: t('peopleNeeded') }]}>
      <UserSelect />
    </Form.Item>
  );
}
