import { PlusOutlined, UserAddOutlined } from '@ant-design/icons';
import { people } from '@dossier/contract/identity/users';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { usePermissions } from '../../../platform/permissions.ts';
import { useCall } from '../../../platform/query.ts';
import { SearchBar } from '../../../platform/ui/list-bars.tsx';
import { Page } from '../../../platform/ui/page-layout.tsx';
import { usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { openCreateUser, openInviteGuest } from './user-dialogs.tsx';
import { UserListTools, UsersTable, useUserActions } from './users-table.tsx';

/** The page of all users. */
export function UsersPage(): ReactNode {
  const t = useText('identity.users');
  const pagedSearch = usePagedSearch();
  const found = useCall(people.users, pagedSearch.input, { keep: true });
  const may = usePermissions();
  const actionsOf = useUserActions();
  return (
    <Page>
      <SearchBar
        label={t('findPeople')}
        search={pagedSearch}
        action={
          may('people.edit') && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => openCreateUser()}>
              {t('newPerson')}
            </Button>
          )
        }
      >
        <UserListTools />
        {may('people.guests') && (
          <Button icon={<UserAddOutlined />} onClick={openInviteGuest}>
            {t('inviteGuest')}
          </Button>
        )}
      </SearchBar>
      <UsersTable
        found={found}
        page={pagedSearch.page}
        setPage={pagedSearch.setPage}
        empty={{ title: t(pagedSearch.keyword ? 'nobodyFound' : 'nobodyYet') }}
        menuOf={actionsOf}
      />
    </Page>
  );
}
