import { AppstoreOutlined, DeleteOutlined, InboxOutlined, ShareAltOutlined, StarOutlined } from '@ant-design/icons';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense, lazy } from 'react';
import { SidebarTree } from '../../modules/documents/sidebar-tree.tsx';
import { rolesOf, useCurrentUser } from '../../modules/identity/current-user.ts';
import { QuotaWarning } from '../../modules/identity/quota-meter.tsx';
import { type MeetingTab, meetingTabs, meetingsPath, scorePath, votePath, voteSummaryPath } from '../../modules/meetings/paths.ts';
import { FlowCount } from '../../modules/workflows/flow-count.tsx';
import { absencesPath } from '../../modules/workflows/paths.ts';
import { useText } from '../../platform/i18n.ts';
import { session } from '../../platform/sessions.ts';
import { useMedia } from '../../platform/ui/hooks.ts';
import { Stack, classNames, entryClass } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { allowedRoutes } from '../routing/route-tree.ts';
import { activeMenu, areasOf, documentPlacesOf, isInArea, menuTree } from './menu.ts';
import styles from './sidebar.module.css';

// Most users never open the administration: its icons are not part of the first load.
const AdminMenu = lazy(() => import('./admin-menu.tsx').then((m) => ({ default: m.AdminMenu })));

// after the first paint, as few users have any
const CustomFolders = lazy(async () => ({
  default: (await import('../../modules/classification/custom-folders-section.tsx')).CustomFoldersSection,
}));

const categoriesPath = '/doc-type/index';
const adminPrefixes = ['/admin/', '/site-admin/'];

/** The navigation: cabinets as a tree, favourites and the recycle bin, or the pages of another area. */
export function Sidebar(): ReactNode {
  const t = useText('app.shell');
  const narrow = useMedia('narrow');
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <Stack as="nav" className={styles.sidebar} data-sidebar aria-label={t('sidebar')}>
      {narrow && <Areas path={path} />}
      <AreaPages path={path} />
    </Stack>
  );
}

function AreaPages({ path }: { path: string }): ReactNode {
  if (adminPrefixes.some((prefix) => path.startsWith(prefix)))
    return (
      <Suspense fallback={<Stack grow />}>
        <AdminMenu path={path} />
      </Suspense>
    );
  if (path.startsWith('/flow/') || path === absencesPath) return <FlowPages path={path} />;
  if (activeMenu(path) === meetingsPath) return <MeetingPages path={path} />;
  return <DocumentPlaces path={path} />;
}

function DocumentPlaces({ path }: { path: string }): ReactNode {
  const t = useText('app.shell');
  const hasCategories = documentPlacesOf(useCurrentUser()).some((place) => place.path === categoriesPath);
  return (
    <>
      <Stack grow scroll pad={2}>
        <SidebarTree />
      </Stack>
      {!session.viewsAs() && (
        <Stack pad={2} className={styles.foot}>
          <Suspense fallback={null}>
            <CustomFolders />
          </Suspense>
          <QuotaWarning />
          {hasCategories && <Entry to={categoriesPath} icon={<AppstoreOutlined />} label={t('areaCategories')} path={path} />}
          <Entry to="/favorite/index" icon={<StarOutlined />} label={t('favorites')} path={path} />
          <Entry to="/share/index" icon={<ShareAltOutlined />} label={t('myShares')} path={path} />
          <Entry to="/share/received" icon={<InboxOutlined />} label={t('receivedShares')} path={path} />
          <Entry to="/recycle/index" icon={<DeleteOutlined />} label={t('recycleBin')} path={path} />
        </Stack>
      )}
    </>
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
      {icon && <span aria-hidden="true">{icon}</span>}
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
  const areas = areasOf(user).filter((area) => !hasTabs || area.key !== 'home');
  return (
    <Stack pad={2} className={styles.areas}>
      {areas.map((area) => (
        <AppLink
          key={area.key}
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
      <section className={styles.group} aria-label={t('areaMeetings')}>
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

/** The lists of flows, and the user's absences. */
function FlowPages({ path }: { path: string }): ReactNode {
  const t = useText('app.shell');
  const words = useText('workflows');
  const current = activeMenu(path);
  const flows = allowedRoutes(menuTree, rolesOf(useCurrentUser())).find((node) => node.path === '/flow');
  return (
    <Stack grow scroll pad={2}>
      <section className={styles.group}>
        <h2 className={styles.heading}>{t('areaFlows')}</h2>
        {(flows?.children ?? [])
          .filter((page) => page.hidden !== true)
          .map((page) => (
            <Entry key={page.path} to={page.path} label={page.title?.() ?? page.path} path={current} end={<FlowCount path={page.path} />} />
          ))}
        <Entry to={absencesPath} label={words('away')} path={current} />
      </section>
    </Stack>
  );
}
