import { PlusOutlined, SearchOutlined, UserAddOutlined } from '@ant-design/icons';
import { people } from '@dossier/contract/people';
import { Button, Input } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import { ClearSign } from '../../ground/ui/clear-sign.tsx';
import { openCreatePerson } from './create-person.tsx';
import { openInviteGuest } from './invite-guest.tsx';
import styles from './people.module.css';
import { type PageOf, PeopleTable } from './people-table.tsx';
import { usePersonDeeds } from './use-person-deeds.tsx';

/** Everybody who has an account, for the site's administrators. */
export function UsersPage(): ReactNode {
  const t = useText('people');
  const [text, setText] = useState('');
  const [page, setPage] = useState<PageOf>({ pageNo: 1, pageSize: 30 });
  const keyword = useDeferredValue(text.trim());
  const found = useCall(people.users, { ...page, ...(keyword && { keyword }) }, { keep: true });
  const deeds = usePersonDeeds();
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <Input
          className={styles.filter ?? ''}
          allowClear={{ clearIcon: <ClearSign /> }}
          prefix={<SearchOutlined />}
          placeholder={t('findPeople')}
          aria-label={t('findPeople')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setPage({ ...page, pageNo: 1 });
          }}
        />
        <span className={styles.gap} />
        <Button icon={<UserAddOutlined />} onClick={openInviteGuest}>
          {t('inviteGuest')}
        </Button>
        <Button type="primary" icon={<PlusOutlined />} onClick={() => openCreatePerson()}>
          {t('newPerson')}
        </Button>
      </div>
      <PeopleTable
        found={found}
        page={page}
        setPage={setPage}
        empty={{ title: keyword ? t('nobodyFound') : t('nobodyYet') }}
        menuOf={deeds}
      />
    </div>
  );
}
