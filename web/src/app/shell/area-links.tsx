import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useGo } from '../../ground/go.ts';
import { useSettled } from '../../ground/hooks/use-settled.ts';
import { useText } from '../../ground/text.ts';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { useCurrentUser } from '../../rooms/session/current-user.ts';
import { type Area, areasOf, isIn } from './areas.ts';
import { noteArea } from './note-area.ts';
import styles from './top-bar.module.css';

/** The areas as words in the top bar; where they do not fit, a menu that is named after the area one is in. */
export function AreaLinks({ path }: { path: string }): ReactNode {
  const t = useText('app');
  const go = useGo();
  const settled = useSettled();
  const areas = areasOf(useCurrentUser());
  const here = areas.find((area) => isIn(area, path));
  const items = areas.map((area) => ({ key: area.path, label: t(area.label) }));
  const note = (area: Area | undefined): void => {
    if (area !== undefined && area !== here) noteArea(area.module);
  };
  const choose = (to: string): void => {
    note(areas.find((area) => area.path === to));
    go(to);
  };
  return (
    <nav className={styles.nav} aria-label={t('areas')}>
      <div className={styles.areas}>
        {areas.map((area) => (
          <GoLink
            key={area.path}
            to={area.path}
            className={styles.area}
            aria-current={area === here ? 'page' : undefined}
            onClick={() => note(area)}
          >
            {t(area.label)}
          </GoLink>
        ))}
      </div>
      <div className={styles.areaMenu}>
        {settled && (
          <Dropdown trigger={['click']} menu={{ items, selectedKeys: here ? [here.path] : [], onClick: ({ key }) => choose(key) }}>
            <Button type="text" icon={<DownOutlined />} iconPlacement="end">
              {t(here?.label ?? 'areas')}
            </Button>
          </Dropdown>
        )}
      </div>
    </nav>
  );
}
