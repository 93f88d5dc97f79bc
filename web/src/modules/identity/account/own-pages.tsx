import type { ReactNode } from 'react';
import { Page } from '../../../platform/ui/page-layout.tsx';
import { openAvatar, openChangePassword } from '../account-dialogs.tsx';
import { Spaces } from '../sessions/spaces-drawer.tsx';
import { AccountCard } from './account-info.tsx';
import { Settings } from './personal-settings.tsx';

/** The user's own account as a page. */
export function UserInfoPage(): ReactNode {
  return (
    <Page narrow>
      <AccountCard setAvatar={openAvatar} changePassword={openChangePassword} />
    </Page>
  );
}

/** The user's own settings as a page. */
export function UserSettingPage(): ReactNode {
  return (
    <Page narrow>
      <Settings />
    </Page>
  );
}

/** The user's spaces as a page. */
export function HomeSettingPage(): ReactNode {
  return (
    <Page narrow>
      <Spaces />
    </Page>
  );
}
