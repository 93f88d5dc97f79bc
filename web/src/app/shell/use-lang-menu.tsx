import { GlobalOutlined } from '@ant-design/icons';
import type { Lang } from '@dossier/contract/shapes';
import type { MenuProps } from 'antd';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { langNames, useLang, useText } from '../../ground/text.ts';
import { changeLang } from '../../rooms/session/change-lang.ts';

/** The languages in the menu of the person, on phones, where the bar has no room for them. */
export function useLangMenu(): NonNullable<MenuProps['items']> {
  const t = useText('app');
  const lang = useLang();
  if (!useMedia('phone')) return [];
  const children = Object.entries(langNames).map(([key, label]) => ({
    key: `lang-${key}`,
    label,
    disabled: key === lang,
    onClick: () => void changeLang(key as Lang).catch(() => undefined),
  }));
  return [{ key: 'lang', icon: <GlobalOutlined />, label: t('language'), children }];
}
