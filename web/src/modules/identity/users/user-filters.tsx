import { FilterOutlined } from '@ant-design/icons';
import { people, userStates } from '@dossier/contract/identity/users';
import { Button, Select } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { FilterBar } from '../../../platform/ui/list-bars.tsx';
import { useFoundDepartments } from '../department-select.tsx';
import { useRoleName } from '../role-names.ts';

/** What narrows the list of users; what is absent does not narrow it. */
export interface UserFilter {
  state?: (typeof userStates)[number];
  roleId?: string;
  departmentId?: string;
  below?: true;
  secondStep?: 'on' | 'off';
  idleDays?: number;
}

const idleChoices = [30, 90, 365] as const;

interface FiltersProps {
  filter: UserFilter;
  change: (filter: UserFilter) => void;
}

interface FiltersButtonProps {
  filter: UserFilter;
  isOpen: boolean;
  toggle: () => void;
}

/** Shows the filters on a phone, and tells how many there are. */
export function FiltersButton({ filter, isOpen, toggle }: FiltersButtonProps): ReactNode {
  const t = useText('identity.users');
  const count = ['state', 'roleId', 'departmentId', 'secondStep', 'idleDays'].filter((name) => name in filter).length;
  return (
    <Button icon={<FilterOutlined />} aria-expanded={isOpen} onClick={toggle}>
      {count === 0 ? t('filters') : t('filtersOn', { count })}
    </Button>
  );
}

/** The filters of the list of users. */
export function UserFilters({ filter, change }: FiltersProps): ReactNode {
  const t = useText('identity.users');
  const roleName = useRoleName();
  const roles = useCall(people.roles, { pageNo: 1, pageSize: 1000 }, { staleTime: 60_000 });
  const set = <K extends keyof UserFilter>(name: K, value: UserFilter[K] | undefined): void =>
    change(value === undefined ? dropped(filter, name) : { ...filter, [name]: value });
  return (
    <FilterBar label={t('filters')}>
      <Select
        allowClear
        aria-label={t('filterState')}
        placeholder={t('filterState')}
        value={filter.state}
        onChange={(state) => set('state', state)}
        options={userStates.map((value) => ({ value, label: t(`state_${value}`) }))}
      />
      <Select
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        aria-label={t('filterRole')}
        placeholder={t('filterRole')}
        loading={roles.isPending}
        value={filter.roleId}
        onChange={(roleId) => set('roleId', roleId)}
        options={(roles.data?.list ?? []).map((role) => ({ value: role.id, label: roleName(role.name) }))}
      />
      <DepartmentFilter filter={filter} change={change} />
      <Select
        allowClear
        aria-label={t('filterSecondStep')}
        placeholder={t('filterSecondStep')}
        value={filter.secondStep}
        onChange={(secondStep) => set('secondStep', secondStep)}
        options={[
          { value: 'on', label: t('secondStepOn') },
          { value: 'off', label: t('secondStepOff') },
        ]}
      />
      <Select
        allowClear
        aria-label={t('filterSeen')}
        placeholder={t('filterSeen')}
        value={filter.idleDays}
        onChange={(idleDays) => set('idleDays', idleDays)}
        options={idleChoices.map((days) => ({ value: days, label: t('notSeenFor', { count: days }) }))}
      />
    </FilterBar>
  );
}

function DepartmentFilter({ filter, change }: FiltersProps): ReactNode {
  const t = useText('identity.users');
  const { options: departments, field } = useFoundDepartments('people.see');
  return (
    <Select
      {...field}
      allowClear
      aria-label={t('filterDepartment')}
      placeholder={t('filterDepartment')}
      notFoundContent={t('noDepartmentFound')}
      value={filter.departmentId}
      onChange={(departmentId: string | undefined) =>
        change(departmentId === undefined ? dropped(dropped(filter, 'departmentId'), 'below') : { ...filter, departmentId, below: true })
      }
      options={departments}
    />
  );
}

/** A filter without one of its parts. */
function dropped(filter: UserFilter, name: keyof UserFilter): UserFilter {
  return Object.fromEntries(Object.entries(filter).filter(([key]) => key !== name));
}
