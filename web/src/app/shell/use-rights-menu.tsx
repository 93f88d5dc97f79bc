import { AuditOutlined, ClockCircleOutlined, EyeOutlined } from '@ant-design/icons';
import type { MenuProps } from 'antd';
import { useGo } from '../../ground/go.ts';
import { useText } from '../../ground/text.ts';
import { openOwnReach } from '../../rooms/permissions/open-own-reach.ts';
import { useCurrentUser } from '../../rooms/session/current-user.ts';

/** Entries of the person's menu about their rights: what they reach, what ends, and what is to be looked through. */
export function useRightsMenu(): NonNullable<MenuProps['items']> {
  const t = useText('permissions');
  const go = useGo();
  const user = useCurrentUser();
  return [
    { key: 'reach', icon: <EyeOutlined />, label: t('ownReach'), onClick: () => openOwnReach(user) },
    { key: 'ending', icon: <ClockCircleOutlined />, label: t('endingTitle'), onClick: () => go('/rights/ending') },
    { key: 'reviews', icon: <AuditOutlined />, label: t('reviewsTitle'), onClick: () => go('/rights/reviews') },
  ];
}
