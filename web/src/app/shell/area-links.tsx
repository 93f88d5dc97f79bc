import { DownOutlined } from '@ant-design/icons';
import { session as calls } from '@dossier/contract/identity/sessions';
import { Button, Dropdown } from 'antd';
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useCurrentUser } from '../../modules/identity/current-user.ts';
import { call } from '../../platform/call.ts';
import { useAfterFirstPaint, whenIdle } from '../../platform/first-paint.ts';
import { useText } from '../../platform/i18n.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { session } from '../../platform/sessions.ts';
import { Row } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { type Area, areasOf, isInArea, moduleOfPath } from './menu.ts';
import styles from './top-bar.module.css';

/** Reports to the server which place the user has gone to: after the page was painted, ignoring failures. */
function useReportedPlace(path: string): void {
  const moduleType = moduleOfPath(path);
  const before = useRef(moduleType);
  useEffect(() => {
    // pages that belong to no module, such as the recycle bin, leave none
    if (moduleType === undefined || moduleType === before.current) return;
    before.current = moduleType;
    if (session.viewsAs()) return;
    whenIdle(() => void call(calls.changeModule, { moduleType }, { quiet: true }).catch(() => undefined));
  }, [moduleType]);
}

/** Reserved width of the overflow button. */
const restButtonWidth = 96;

interface FittingLinks {
  box: RefObject<HTMLElement | null>;
  /** How many links, from the first, fit. */
  count: number;
  /** Width of all links in pixels. */
  natural: number | undefined;
}

const widthOf = (part: Element): number => part.getBoundingClientRect().width;

/** How many links of a row fit beside the overflow button; measured anew when its size or `words` change. */
function useFittingLinks(words: string): FittingLinks {
  const box = useRef<HTMLElement>(null);
  const [found, setFound] = useState<{ count: number; natural: number }>();
  useLayoutEffect(() => {
    const row = box.current;
    if (row === null) return;
    const links = [...row.querySelectorAll('a')];
    const rest = row.querySelector('button');
    const measure = (): void => {
      const natural = Math.ceil(links.reduce((sum, link) => sum + widthOf(link), 0));
      const width = Math.ceil(widthOf(row));
      let available = natural <= width ? natural : width - Math.max(restButtonWidth, rest === null ? 0 : widthOf(rest));
      const over = links.findIndex((link) => (available -= widthOf(link)) < 0);
      const count = over < 0 ? links.length : over;
      setFound((before) => (before?.count === count && before.natural === natural ? before : { count, natural }));
    };
    const watch = new ResizeObserver(measure);
    for (const part of [row, rest, ...links]) if (part !== null) watch.observe(part);
    measure();
    return () => watch.disconnect();
  }, [words]);
  return { box, count: found?.count ?? Number.POSITIVE_INFINITY, natural: found?.natural };
}

/** The areas as links in the top bar; those that do not fit are in a menu. */
export function AreaLinks({ path }: { path: string }): ReactNode {
  const t = useText('app.shell');
  const settled = useAfterFirstPaint();
  useReportedPlace(path);
  const areas = areasOf(useCurrentUser());
  const here = areas.find((area) => isInArea(area, path));
  const { box, count, natural } = useFittingLinks(`${settled} ${areas.map((area) => t(area.label)).join(' ')}`);
  return (
    <nav
      ref={box}
      className={styles.nav}
      aria-label={t('areas')}
      {...(natural !== undefined && { style: { '--natural': `${natural}px` } as CSSProperties })}
    >
      <Row className={styles.areas}>
        {areas.map((area, at) => (
          <AppLink
            key={area.key}
            to={area.path}
            className={styles.area}
            aria-current={area === here ? 'page' : undefined}
            data-over={at >= count || undefined}
          >
            {t(area.label)}
          </AppLink>
        ))}
      </Row>
      <div className={styles.areaMenu} data-over={count < areas.length || undefined}>
        {settled && <RestMenu areas={areas} here={here} count={count} />}
      </div>
    </nav>
  );
}

interface RestProps {
  areas: Area[];
  here: Area | undefined;
  /** How many links fit. */
  count: number;
}

function RestMenu({ areas, here, count }: RestProps): ReactNode {
  const t = useText('app.shell');
  const go = useNavigate();
  const items = areas.map((area, at) => ({
    key: area.path,
    label: t(area.label),
    ...(at < count && { className: styles.inRow ?? '' }),
  }));
  const isOver = here !== undefined && areas.indexOf(here) >= count;
  return (
    <Dropdown trigger={['click']} menu={{ items, selectedKeys: here ? [here.path] : [], onClick: ({ key }) => go(key) }}>
      <Button type="text" icon={<DownOutlined />} iconPlacement="end" aria-current={isOver ? 'page' : undefined}>
        {t(isOver ? here.label : 'moreAreas')}
      </Button>
    </Dropdown>
  );
}
