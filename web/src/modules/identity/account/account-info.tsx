import { Button, Descriptions, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Avatar } from '../../../platform/ui/avatar.tsx';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { useCurrentUser } from '../current-user.ts';
import { OwnQuota } from '../quota-meter.tsx';
import { useRoleName } from '../role-names.ts';

interface AccountActions {
  setAvatar: () => void;
  changePassword: () => void;
}

/** The properties of the user's account. */
export function AccountInfo({ close, ...actions }: AccountActions & { close: () => void }): ReactNode {
  const t = useText('identity.sign-in');
  const [open, setOpen] = useState(true);
  return (
    <Modal open={open} title={t('account')} width={440} footer={null} onCancel={() => setOpen(false)} afterClose={close}>
      <AccountCard {...actions} />
    </Modal>
  );
}

/** The card itself, for the dialog and the page. */
export function AccountCard({ setAvatar, changePassword }: AccountActions): ReactNode {
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
          <Row gap={2} wrap>
            <Button size="small" onClick={setAvatar}>
              {t('setAvatar')}
            </Button>
            <Button size="small" onClick={changePassword}>
              {t('changePassword')}
            </Button>
          </Row>
        </Stack>
      </Row>
      <OwnQuota />
      <Descriptions
        column={1}
        size="small"
        items={[
          { key: 'login', label: t('loginName'), children: user.loginName },
          { key: 'space', label: t('organisation'), children: user.spaceName },
          { key: 'roles', label: t('roles'), children: roles.join(' · ') || t('noRoles') },
        ]}
      />
    </Stack>
  );
}
