import { ImportOutlined, UserAddOutlined } from '@ant-design/icons';
import { people } from '@dossier/contract/identity/users';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { useCall } from '../../platform/query.ts';
import { Avatar } from '../../platform/ui/avatar.tsx';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { DividedList, Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { openCreateUser } from './users/user-dialogs.tsx';
import { importPath } from './users/user-pages.ts';

/** So many are listed; who has more uses the page of users. */
const pageSize = 10;

/** The users there are, with the two ways to add more: one by one, or from a table. */
export function FirstPeople(): ReactNode {
  const t = useText('identity.users');
  const go = useNavigate();
  const found = useCall(people.users, { pageNo: 1, pageSize });
  const { list = [], totalNumber = 0 } = found.data ?? {};
  return (
    <Stack gap={4}>
      <Row gap={2} wrap>
        <Button icon={<UserAddOutlined />} onClick={() => openCreateUser()}>
          {t('newPerson')}
        </Button>
        <Button icon={<ImportOutlined />} onClick={() => go(importPath)}>
          {t('importFromTable')}
        </Button>
      </Row>
      {found.error && found.data === undefined && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      <DividedList lines="compact">
        {list.map(({ id, fullName, loginName, mail, avatarUrl }) => (
          <Row as="li" key={id} gap={3}>
            <Avatar name={fullName} url={avatarUrl} size={28} />
            <Text truncate grow>
              {fullName}
            </Text>
            <Text size="s" tone="muted" truncate>
              {mail ?? loginName}
            </Text>
          </Row>
        ))}
      </DividedList>
      {totalNumber > list.length && (
        <Text size="s" tone="muted">
          {t('moreUsers', { count: totalNumber - list.length })}
        </Text>
      )}
    </Stack>
  );
}
