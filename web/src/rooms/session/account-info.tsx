import { Button, Descriptions, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { Avatar } from '../../ground/ui/avatar.tsx';
import { OwnSpace } from '../limits/own-space.tsx';
import { useRoleName } from '../people/role-name.ts';
import styles from './account-info.module.css';
import { useCurrentUser } from './current-user.ts';

interface AccountDeeds {
  setAvatar: () => void;
  changePassword: () => void;
}

/** What the house knows of the signed-in person. */
export function AccountInfo({ close, ...deeds }: AccountDeeds & { close: () => void }): ReactNode {
  const t = useText('session');
  const [open, setOpen] = useState(true);
  return (
    <Modal open={open} title={t('account')} width={440} footer={null} onCancel={() => setOpen(false)} afterClose={close}>
      <AccountCard {...deeds} />
    </Modal>
  );
}

/** The card itself, for the dialog and the page. */
export function AccountCard({ setAvatar, changePassword }: AccountDeeds): ReactNode {
  const t = useText('session');
  const user = useCurrentUser();
  const roleName = useRoleName();
  const roles = user.roles.map(roleName);
  return (
    <div>
      <div className={styles.head}>
        <Avatar name={user.fullName} url={user.avatarUrl} size={64} />
        <div>
          <strong>{user.fullName}</strong>
          <div className={styles.deeds}>
            <Button size="small" onClick={setAvatar}>
              {t('setAvatar')}
            </Button>
            <Button size="small" onClick={changePassword}>
              {t('changePassword')}
            </Button>
          </div>
        </div>
      </div>
      <div className={styles.space}>
        <OwnSpace />
      </div>
      <Descriptions
        column={1}
        size="small"
        items={[
          { key: 'login', label: t('loginName'), children: user.loginName },
          { key: 'space', label: t('organisation'), children: user.spaceName },
          { key: 'roles', label: t('roles'), children: roles.join(' · ') || t('noRoles') },
        ]}
      />
    </div>
  );
}
