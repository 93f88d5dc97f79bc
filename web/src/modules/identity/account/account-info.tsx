import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Avatar } from '../../../platform/ui/avatar.tsx';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Facts } from '../../../platform/ui/page-layout.tsx';
import { useCurrentUser } from '../current-user.ts';
import { OwnQuota } from '../quota-meter.tsx';
import { useRoleName } from '../role-names.ts';

/** The user's account: picture, names, roles, and what their area holds. */
export function AccountCard({ setAvatar }: { setAvatar: () => void }): ReactNode {
  const t = useText('identity.sign-in');
  const user = useCurrentUser();
  const roleName = useRoleName();
  const roles = user.roles.map(roleName);
  return (
    <Stack gap={4}>
      <Row gap={4}>
        <Avatar name={user.fullName} url={user.avatarUrl} size={64} />
        <Stack gap={1}>
          <Text as="strong" size="l" strong>
            {user.fullName}
          </Text>
          <Row>
            <Button size="small" onClick={setAvatar}>
              {t('setAvatar')}
            </Button>
          </Row>
        </Stack>
      </Row>
      <OwnQuota />
      <Facts
        vertical
        facts={[
          [t('loginName'), user.loginName],
          [t('organisation'), user.spaceName],
          [t('roles'), roles.join(' · ') || t('noRoles')],
        ]}
      />
    </Stack>
  );
}
