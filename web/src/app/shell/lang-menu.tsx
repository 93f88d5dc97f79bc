import { GlobalOutlined } from '@ant-design/icons';
import type { Lang } from '@dossier/contract/shapes';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { langNames, langTags, useLang, useText } from '../../ground/text.ts';
import { changeLang } from '../../rooms/session/change-lang.ts';

/** The languages; the one in use cannot be chosen again. */
export function LangMenu(): ReactNode {
  const t = useText('app');
  const lang = useLang();
  const items = Object.entries(langNames).map(([key, name]) => ({
    key,
    label: <span lang={langTags[key as Lang]}>{name}</span>,
    disabled: key === lang,
  }));
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => void changeLang(key as Lang).catch(() => undefined) }}>
      <Button type="text" icon={<GlobalOutlined />} aria-label={t('language')} title={t('language')} />
    </Dropdown>
  );
}
