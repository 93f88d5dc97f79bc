import { EllipsisOutlined, PlusOutlined, UserAddOutlined } from '@ant-design/icons';
import { type Person, people, type userOrders } from '@dossier/contract/identity/users';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { usePermissions } from '../../../platform/permissions.ts';
import { useCall } from '../../../platform/query.ts';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { SearchBar } from '../../../platform/ui/list-bars.tsx';
import { MenuDropdown } from '../../../platform/ui/menu-dropdown.tsx';
import { Page } from '../../../platform/ui/page-layout.tsx';
import { usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { BulkBar, useBulkActions } from './bulk-actions.tsx';
import { openCreateUser, openInviteGuest } from './user-dialogs.tsx';
import { FiltersButton, type UserFilter, UserFilters } from './user-filters.tsx';
import { UserListTools, UsersTable, useUserActions, useUserListMenu } from './users-table.tsx';

/** The page of all users: filtered, sorted, each with a page of their own, and changed together. */
export function UsersPage(): ReactNode {
  const t = useText('identity.users');
  const pagedSearch = usePagedSearch('asc', 'name');
  const { page, setPage, keyword } = pagedSearch;
  const [filter, setFilter] = useState<UserFilter>({});
  const sort = page.sort as (typeof userOrders)[number];
  const found = useCall(people.users, { ...pagedSearch.input, ...filter, sort }, { keep: true });
  const phone = useMedia('phone');
  const [isFiltering, setFiltering] = useState(false);
  const [chosen, setChosen] = useState<Person[]>([]);
  const actionsOf = useUserActions();
  const bulk = useBulkActions(chosen, () => setChosen([]));
  const narrow = (next: UserFilter): void => {
    setFilter(next);
    setPage({ ...page, pageNo: 1 });
  };
  const isNarrowed = keyword !== '' || Object.keys(filter).length > 0;
  return (
    <Page>
      {phone ? (
        <PhoneListBar search={pagedSearch}>
          <FiltersButton filter={filter} isOpen={isFiltering} toggle={() => setFiltering(!isFiltering)} />
        </PhoneListBar>
      ) : (
        <ListBar search={pagedSearch} />
      )}
      {chosen.length > 0 ? (
        <BulkBar count={chosen.length} actions={bulk} clear={() => setChosen([])} />
      ) : (
        (!phone || isFiltering) && <UserFilters filter={filter} change={narrow} />
      )}
      <UsersTable
        account
        found={found}
        page={page}
        setPage={setPage}
        empty={isNarrowed ? { title: t('nobodyFound'), hint: t('nobodyFoundHint') } : { title: t('nobodyYet') }}
        menuOf={actionsOf}
        {...(bulk.length > 0 && {
          choice: {
            selectedRowKeys: chosen.map(({ id }) => id),
            preserveSelectedRowKeys: true,
            onChange: (_, rows) => setChosen(rows.slice(0, 100)),
            getCheckboxProps: ({ fullName, guestOf }) => ({ 'aria-label': fullName, disabled: guestOf !== undefined }),
          },
        })}
      />
    </Page>
  );
}

interface ListBarProps {
  search: ReturnType<typeof usePagedSearch>;
}

function ListBar({ search }: ListBarProps): ReactNode {
  const t = useText('identity.users');
  const may = usePermissions();
  return (
    <SearchBar label={t('findPeople')} search={search} action={<NewUserButton />}>
      <UserListTools />
      {may('people.guests') && (
        <Button icon={<UserAddOutlined />} onClick={openInviteGuest}>
          {t('inviteGuest')}
        </Button>
      )}
    </SearchBar>
  );
}

/** The bar of the user list on a phone: importing, exporting and inviting users are in a menu beside the filters, which leaves more rows visible. */
function PhoneListBar({ search, children }: ListBarProps & { children: ReactNode }): ReactNode {
  const t = useText('identity.users');
  const may = usePermissions();
  const invite = { key: 'invite', icon: <UserAddOutlined />, label: t('inviteGuest'), onClick: openInviteGuest };
  const items = [...useUserListMenu(), ...(may('people.guests') ? [invite] : [])];
  return (
    <SearchBar label={t('findPeople')} search={search} action={<NewUserButton />}>
      {children}
      {items.length > 0 && (
        <MenuDropdown menu={{ items }}>
          <Button icon={<EllipsisOutlined />} aria-label={t('moreActions')} />
        </MenuDropdown>
      )}
    </SearchBar>
  );
}

function NewUserButton(): ReactNode {
  const t = useText('identity.users');
  const may = usePermissions();
  return (
    may('people.edit') && (
      <Button type="primary" icon={<PlusOutlined />} onClick={() => openCreateUser()}>
        {t('newPerson')}
      </Button>
    )
  );
}
