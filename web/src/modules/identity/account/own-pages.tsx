import type { ReactNode } from 'react';
import { openAvatar, openChangePassword } from '../account-dialogs.tsx';
import { Spaces } from '../sessions/spaces-drawer.tsx';
import styles from './account-info.module.css';
import { AccountCard } from './account-info.tsx';
import { Settings } from './personal-settings.tsx';

/** The user's own account as a page. */
export function UserInfoPage(): ReactNode {
  return (
    <div className={styles.page}>
      <AccountCard setAvatar={openAvatar} changePassword={openChangePassword} />
    </div>
  );
}

/** The user's own settings as a page. */
export function UserSettingPage(): ReactNode {
  return (
    <div className={styles.page}>
      <Settings />
    </div>
  );
}

/** The user's spaces as a page. */
export function HomeSettingPage(): ReactNode {
  return (
    <div className={styles.page}>
      <Spaces />
    </div>
  );
}
