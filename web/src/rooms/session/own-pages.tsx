import type { ReactNode } from 'react';
import { AccountCard } from './account-info.tsx';
import styles from './account-info.module.css';
import { openAvatar, openChangePassword } from './open-settings.tsx';
import { Settings } from './personal-settings.tsx';
import { Spaces } from './spaces-drawer.tsx';

/** One's own account as a page. */
export function UserInfoPage(): ReactNode {
  return (
    <div className={styles.page}>
      <AccountCard setAvatar={openAvatar} changePassword={openChangePassword} />
    </div>
  );
}

/** One's own settings as a page. */
export function UserSettingPage(): ReactNode {
  return (
    <div className={styles.page}>
      <Settings />
    </div>
  );
}

/** The spaces that one may work in, as a page. */
export function HomeSettingPage(): ReactNode {
  return (
    <div className={styles.page}>
      <Spaces />
    </div>
  );
}
