import { PlusOutlined, UserAddOutlined } from '@ant-design/icons';
import { people } from '@dossier/contract/people';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import { useMay } from '../../ground/office.ts';
import { openCreatePerson } from './create-person.tsx';
import { FindBar } from './find-bar.tsx';
import { openInviteGuest } from './invite-guest.tsx';
import styles from './people.module.css';
import { PeopleTable } from './people-table.tsx';
import { PeopleTools } from './people-tools.tsx';
import { useAsked } from './use-asked.ts';
import { usePersonDeeds } from './use-person-deeds.tsx';

/** Everybody who has an account. */
export function UsersPage(): ReactNode {
  const t = useText('people');
  const asked = useAsked();
  const found = useCall(people.users, asked.input, { keep: true });
  const may = useMay();
  const deeds = usePersonDeeds();
  return (
    <div className={styles.page}>
      <FindBar label={t('findPeople')} asked={asked}>
        <PeopleTools />
        {may('people.guests') && (
          <Button icon={<UserAddOutlined />} onClick={openInviteGuest}>
            {t('inviteGuest')}
          </Button>
        )}
        {may('people.edit') && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => openCreatePerson()}>
            {t('newPerson')}
          </Button>
        )}
      </FindBar>
      <PeopleTable
        found={found}
        page={asked.page}
        setPage={asked.setPage}
        empty={{ title: t(asked.keyword ? 'nobodyFound' : 'nobodyYet') }}
        menuOf={deeds}
      />
    </div>
  );
}
