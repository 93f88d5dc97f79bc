import { DeleteOutlined, InboxOutlined, ShareAltOutlined, StarOutlined } from '@ant-design/icons';
import { module } from '@dossier/contract/core/rights';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SidebarTree } from '../../modules/documents/sidebar-tree.tsx';
import { rolesOf, useCurrentUser } from '../../modules/identity/current-user.ts';
import { QuotaWarning } from '../../modules/identity/quota-meter.tsx';
import { type MeetingTab, meetingTabs, meetingsPath, scorePath, votePath, voteSummaryPath } from '../../modules/meetings/paths.ts';
import { FlowCount } from '../../modules/workflows/flow-count.tsx';
import { useText } from '../../platform/i18n.ts';
import { session } from '../../platform/sessions.ts';
import { useMedia } from '../../platform/ui/hooks.ts';
import { Stack, classNames, entryClass } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { type RouteNode, allowedRoutes } from '../routing/route-tree.ts';
import { activeMenu, areasOf, isInArea, menuTree } from './menu.ts';
import styles from './sidebar.module.css';

/** The navigation: cabinets as a tree, favourites and the recycle bin, or the pages of an administration area. */
export function Sidebar(): ReactNode {
  const t = useText('app.shell');
  const narrow = useMedia('narrow');
  const path = useLocation({ select: (location) => location.pathname });
  const root = ['/site-admin', '/admin', '/flow'].find((prefix) => path.startsWith(`${prefix}/`));
  const inMeetings = activeMenu(path) === meetingsPath;
  return (
    <Stack as="nav" className={styles.sidebar} data-sidebar aria-label={t('sidebar')}>
      {narrow && <Areas path={path} />}
      {root ? (
        <AdminPages root={root} path={path} />
      ) : inMeetings ? (
        <MeetingPages path={path} />
      ) : (
        <>
          <Stack grow scroll pad={2}>
            <SidebarTree />
          </Stack>
          {!session.viewsAs() && (
            <Stack pad={2} className={styles.foot}>
              <QuotaWarning />
              <Entry to="/favorite/index" icon={<StarOutlined />} label={t('favorites')} path={path} />
              <Entry to="/share/index" icon={<ShareAltOutlined />} label={t('myShares')} path={path} />
              <Entry to="/share/received" icon={<InboxOutlined />} label={t('receivedShares')} path={path} />
              <Entry to="/recycle/index" icon={<DeleteOutlined />} label={t('recycleBin')} path={path} />
            </Stack>
          )}
        </>
      )}
    </Stack>
  );
}

interface EntryProps {
  to: string;
  query?: { tab?: string };
  icon?: ReactNode;
  label: string;
  path: string;
  /** Set where the path alone does not tell whether it is current. */
  current?: boolean;
  /** Content at its end. */
  end?: ReactNode;
}

function Entry({ to, query = {}, icon, label, path, current = path === to, end }: EntryProps): ReactNode {
  return (
    <AppLink to={to} query={query} className={classNames(entryClass, styles.entry)} aria-current={current ? 'page' : undefined}>
      {icon}
      <span>{label}</span>
      {end}
    </AppLink>
  );
}

/** The areas; on a phone without what stands in the bar below. */
function Areas({ path }: { path: string }): ReactNode {
  const t = useText('app.shell');
  const user = useCurrentUser();
  const hasTabs = useMedia('phone') && !session.viewsAs();
  const areas = areasOf(user).filter((area) => !hasTabs || area.module !== module.home);
  return (
    <Stack pad={2} className={styles.areas}>
      {areas.map((area) => (
        <AppLink
          key={area.path}
          to={area.path}
          className={classNames(entryClass, styles.entry)}
          aria-current={isInArea(area, path) ? 'page' : undefined}
        >
          <span>{t(area.label)}</span>
        </AppLink>
      ))}
    </Stack>
  );
}

const tabOfPath: Record<string, MeetingTab> = { [votePath]: 'votes', [voteSummaryPath]: 'votes', [scorePath]: 'scores' };

/** The lists of meetings, votes and scores. */
function MeetingPages({ path }: { path: string }): ReactNode {
  const t = useText('app.shell');
  const words = useText('meetings.minutes');
  const tabParam = useLocation({ select: (location) => new URLSearchParams(location.searchStr).get('tab') });
  const shown = tabOfPath[path] ?? tabParam ?? 'meetings';
  return (
    <Stack grow scroll pad={2}>
      <section className={styles.group}>
        <h2 className={styles.heading}>{t('areaMeetings')}</h2>
        {meetingTabs.map((tab) => (
          <Entry
            key={tab}
            to={meetingsPath}
            query={tab === 'meetings' ? {} : { tab }}
            label={words(`area_${tab}`)}
            path={path}
            current={tab === shown}
          />
        ))}
      </section>
    </Stack>
  );
}

/** The pages of an administration area that the user may see, under the names of their groups. */
function AdminPages({ root, path }: { root: string; path: string }): ReactNode {
  const user = useCurrentUser();
  const allowed = allowedRoutes(menuTree, rolesOf(user)).filter((node) => node.path === root);
  return (
    <Stack grow scroll pad={2}>
      {allowed.map((node) => branch(node, activeMenu(path)))}
    </Stack>
  );
}

function branch(node: RouteNode<() => string>, path: string): ReactNode {
  if (node.hidden) return null;
  if (node.children.length === 0)
    return <Entry key={node.path} to={node.path} label={node.title?.() ?? node.path} path={path} end={<FlowCount path={node.path} />} />;
  return (
    <section key={node.path} className={styles.group}>
      <h2 className={styles.heading}>{node.title?.()}</h2>
      {node.children.map((child) => branch(child, path))}
    </section>
  );
}
