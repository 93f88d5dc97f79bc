import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { CSSProperties, ReactNode } from 'react';
import { useGo } from '../../ground/go.ts';
import { useSettled } from '../../ground/hooks/use-settled.ts';
import { useText } from '../../ground/text.ts';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { useCurrentUser } from '../../rooms/session/current-user.ts';
import { type Area, areasOf, isIn } from './areas.ts';
import { noteArea } from './note-area.ts';
import styles from './top-bar.module.css';
import { useFitting } from './use-fitting.ts';

/** The areas as words in the top bar; those that find no room, in a narrow window all, are in a menu that is named after the area one is in. */
export function AreaLinks({ path }: { path: string }): ReactNode {
  const t = useText('app');
  const settled = useSettled();
  const areas = areasOf(useCurrentUser());
  const here = areas.find((area) => isIn(area, path));
  const { box, count, natural } = useFitting(`${settled} ${areas.map((area) => t(area.label)).join(' ')}`);
  const note = (area: Area | undefined): void => {
    if (area !== undefined && area !== here) noteArea(area.module);
  };
  return (
    <nav
      ref={box}
      className={styles.nav}
      aria-label={t('areas')}
      {...(natural !== undefined && { style: { '--natural': `${natural}px` } as CSSProperties })}
    >
      <div className={styles.areas}>
        {areas.map((area, at) => (
          <GoLink
            key={area.path}
            to={area.path}
            className={styles.area}
            aria-current={area === here ? 'page' : undefined}
            data-over={at >= count || undefined}
            onClick={() => note(area)}
          >
            {t(area.label)}
          </GoLink>
        ))}
      </div>
      <div className={styles.areaMenu} data-over={count < areas.length || undefined}>
        {settled && <RestMenu areas={areas} here={here} count={count} note={note} />}
      </div>
    </nav>
  );
}

interface RestProps {
  areas: Area[];
  here: Area | undefined;
  /** How many stand in the row. */
  count: number;
  note: (area: Area | undefined) => void;
}

function RestMenu({ areas, here, count, note }: RestProps): ReactNode {
  const t = useText('app');
  const go = useGo();
  const items = areas.map((area, at) => ({
    key: area.path,
    label: t(area.label),
    ...(at < count && { className: styles.inRow ?? '' }),
  }));
  const choose = (to: string): void => {
    note(areas.find((area) => area.path === to));
    go(to);
  };
  const isOver = here !== undefined && areas.indexOf(here) >= count;
  return (
    <Dropdown trigger={['click']} menu={{ items, selectedKeys: here ? [here.path] : [], onClick: ({ key }) => choose(key) }}>
      <Button type="text" icon={<DownOutlined />} iconPlacement="end" aria-current={isOver ? 'page' : undefined}>
        <span className={styles.named}>{t(here?.label ?? 'areas')}</span>
        <span className={styles.rest}>{t(isOver ? here.label : 'moreAreas')}</span>
      </Button>
    </Dropdown>
  );
}
