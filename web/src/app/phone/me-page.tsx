import { MobileOutlined } from '@ant-design/icons';
import { Menu, type MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { useCurrentUser } from '../../modules/identity/current-user.ts';
import { useText } from '../../platform/i18n.ts';
import { isInstalledByMenu, takeInstallOffer, useInstallOffer } from '../../platform/install.ts';
import { notice } from '../../platform/notices.ts';
import { Avatar } from '../../platform/ui/avatar.tsx';
import { Row } from '../../platform/ui/layout.tsx';
import { Page } from '../../platform/ui/page-layout.tsx';
import { UserName, useUserMenuItems } from '../shell/user-menu.tsx';
import styles from './phone-pages.module.css';

/** /me: what stands in the menu of the user on a desk, as a page for the thumb. */
export function MePage(): ReactNode {
  const t = useText('app.phone');
  const user = useCurrentUser();
  const install = useInstallItem();
  const items = [...install, ...useUserMenuItems(true)];
  return (
    <Page narrow>
      <Row gap={3} className={styles.who}>
        <Avatar name={user.fullName} url={user.avatarUrl} size={44} />
        <UserName user={user} />
      </Row>
      <Menu mode="inline" selectable={false} items={items} className={styles.menu ?? ''} aria-label={t('me')} />
    </Page>
  );
}

/** The way to install the client, also for who did not want to when it was offered; none where it is installed. */
function useInstallItem(): NonNullable<MenuProps['items']> {
  const t = useText('app.phone');
  const hasOffer = useInstallOffer(({ offer }) => offer !== undefined);
  if (!hasOffer && !isInstalledByMenu()) return [];
  const install = (): void => {
    if (hasOffer) void takeInstallOffer().catch(() => undefined);
    else notice.info(t('installByMenu'));
  };
  return [{ key: 'install', icon: <MobileOutlined />, label: t('installTitle'), onClick: install }];
}
