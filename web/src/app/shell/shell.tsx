import { Outlet, useLocation, useParams, useRouterState } from '@tanstack/react-router';
import { Drawer } from 'antd';
import { type ReactNode, Suspense, useCallback, useEffect, useRef } from 'react';
import { UploadLayer } from '../../modules/documents/upload-layer.tsx';
import { ForRoles, useCurrentUser } from '../../modules/identity/current-user.ts';
import { useSpaceWatch } from '../../modules/identity/switch-space-role.ts';
import { showAcknowledgementChange } from '../../modules/documents/acknowledgement-news.tsx';
import { showCommentChange } from '../../modules/documents/comment-news.ts';
import { showEditState } from '../../modules/documents/edit-states.ts';
import { hearOtherTabs } from '../../modules/documents/list-news.ts';
import { renewPush } from '../../modules/notifications/push-subscription.ts';
import { useLiveMessages } from '../../modules/notifications/messages.ts';
import { checkOfflineCopies } from '../../modules/preview/preview-actions.tsx';
import { useConnection } from '../../platform/connection.ts';
import { useAppearance } from '../../platform/appearance.ts';
import { useAfterFirstPaint, whenIdle } from '../../platform/first-paint.ts';
import { type TextKey, useText } from '../../platform/i18n.ts';
import { registerServiceWorker } from '../../platform/service-worker.ts';
import { session } from '../../platform/sessions.ts';
import { useMedia } from '../../platform/ui/hooks.ts';
import { Heading, Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { OfflineLine } from '../../platform/ui/offline-line.tsx';
import { Breadcrumbs, useBreadcrumbSlot, useDetailHeadings } from '../../platform/ui/links.tsx';
import { PhoneTabs } from '../phone/phone-tabs.tsx';
import { findPage } from '../routing/all-pages.tsx';
import { type Breadcrumb, breadcrumbsFor, matchedRoutes } from '../routing/route-tree.ts';
import { useHeaderHidden, useMainScroll, useSidebar } from './layout-state.ts';
import { activeMenu, homeNode, menuTree } from './menu.ts';
import { ScannerLine } from './scanner-line.tsx';
import { ShellKeys } from './shell-keys.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { TabBar } from './tab-bar.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame around every page of a signed-in user. */
export function Shell(): ReactNode {
  const t = useText('app.shell');
  const tabs = useAppearance((appearance) => appearance.tabs);
  const path = useLocation({ select: (location) => location.pathname });
  const main = useRef<HTMLElement>(null);
  const settled = useAfterFirstPaint();
  const phone = useMedia('phone');
  useSpaceWatch();
  useMainScroll(main);
  const away = useHeaderHidden(path);
  return (
    <Stack className={styles.shell} data-away={away || undefined}>
      <a className={styles.skip} href="#main" onClick={() => main.current?.focus()}>
        {t('skipToContent')}
      </a>
      <TopBar />
      <OfflineLine />
      <ScannerLine />
      <Row grow align="stretch">
        <SidebarFrame />
        <Stack grow>
          {tabs && !session.viewsAs() && <TabBar />}
          <BreadcrumbRow />
          <Stack as="main" grow scroll className={styles.main} id="main" ref={main} tabIndex={-1}>
            <AdminIntro />
            <Suspense fallback={null}>
              <Outlet />
            </Suspense>
          </Stack>
        </Stack>
      </Row>
      {phone && !session.viewsAs() && <PhoneTabs />}
      {!session.viewsAs() && <UploadLayer />}
      {!session.viewsAs() && <ShellKeys />}
      {settled && <LiveMessages />}
    </Stack>
  );
}

/**
 * Receives live messages, who edits, discusses and acknowledges what, and what other tabs of the browser added, once the page is mounted; and registers
 * the service worker.
 */
function LiveMessages(): null {
  useLiveMessages({ item: showEditState, comment: showCommentChange, acknowledgement: showAcknowledgementChange });
  const { id } = useCurrentUser();
  useOfflineCopies();
  useEffect(hearOtherTabs, []);
  useEffect(
    () =>
      whenIdle(() => {
        registerServiceWorker()
          .then(() => renewPush(id))
          // a browser that keeps nothing, or no network: the client works without
          .catch(() => undefined);
      }),
    [id],
  );
  return null;
}

/** Asks with each connection which of the copies on this device may stay; where there are none, nothing is loaded. */
function useOfflineCopies(): void {
  const isLost = useConnection((connection) => connection.isLost);
  useEffect(() => {
    if (isLost || session.viewsAs() || !('caches' in globalThis)) return undefined;
    // asked again with the next connection
    return whenIdle(() => void checkOfflineCopies().catch(() => undefined));
  }, [isLost]);
}

/** The sidebar beside the page, or over it in a narrow window, where every navigation closes it. */
function SidebarFrame(): ReactNode {
  const t = useText('app.shell');
  const narrow = useMedia('narrow');
  const { open, over, withoutAnimation, closeOver } = useSidebar();
  const href = useLocation({ select: (location) => location.href });
  useEffect(() => closeOver(true), [href, closeOver]);
  if (!narrow) return open && <Sidebar />;
  return (
    <Drawer
      open={over}
      onClose={() => closeOver(false)}
      placement="left"
      size={264}
      title={t('product')}
      styles={{ body: { padding: 0 } }}
      {...(withoutAnimation && { rootClassName: styles.still ?? '' })}
    >
      <Sidebar />
    </Drawer>
  );
}

/** The path of the rendered page: during a navigation the shell must not be ahead of it. */
function useShownPath(): string {
  return useRouterState({ select: ({ matches, location }) => matches.at(-1)?.pathname ?? location.pathname });
}

/** Pages that begin with their heading: the row of the breadcrumb above it is empty. */
const pathsWithoutTrail = ['/home', '/401'];

/** The breadcrumb of a page that is in no menu includes the page that menus mark for it. */
function withHiddenPage(path: string, crumbs: Breadcrumb<() => string>[]): Breadcrumb<() => string>[] {
  const page = findPage(path);
  if (page?.hidden !== true || page.activeMenu === undefined) return crumbs;
  const trail = crumbs.map((crumb, at) => (at === crumbs.length - 1 ? { ...crumb, to: activeMenu(path) } : crumb));
  return [...trail, { title: () => page.title() }];
}

/**
 * The breadcrumb: set by the page itself, otherwise built from the groups of the menu. An empty row keeps its height, so that nothing below
 * it moves.
 */
function BreadcrumbRow(): ReactNode {
  const path = useShownPath();
  const params = useParams({ strict: false });
  const filled = useBreadcrumbSlot((slot) => slot.filled > 0);
  const hold = useCallback((element: HTMLElement | null) => useBreadcrumbSlot.setState({ element }), []);
  const matched = pathsWithoutTrail.includes(path) ? [] : matchedRoutes(menuTree, activeMenu(path));
  const crumbs = matched.length === 0 ? [] : withHiddenPage(path, breadcrumbsFor(matched, homeNode, params));
  // a group of one page bears its name
  const named = crumbs
    .map(({ title, ...part }) => ({ ...part, title: title() }))
    .filter(({ title }, at, all) => title !== all[at + 1]?.title);
  return (
    <Row pad={[0, 4]} className={styles.crumbs}>
      <div ref={hold} className={styles.slot} />
      {!filled && crumbs.length > 0 && <Breadcrumbs plain={isAdministration(path)} crumbs={named} />}
    </Row>
  );
}

const isAdministration = (path: string): boolean => path.startsWith('/admin/') || path.startsWith('/site-admin/');

const hints: Record<string, TextKey<'app.shell'>> = {
  '/site-admin/index/site-userManger/site-user': 'usersHint',
  '/admin/index/userManger/partment': 'departmentsHint',
  '/admin/index/userManger/userrole': 'rolesHint',
  '/admin/index/userManger/onliner': 'sessionsHint',
  '/admin/index/userManger/syncdisk': 'syncDiskHint',
  '/admin/index/userManger/ipmanagement': 'addressesHint',
  '/site-admin/index/site-userManger/site-configuration': 'configurationHint',
  '/site-admin/index/site-userManger/site-user-import': 'importHint',
  '/site-admin/index/site-userManger/site-organization': 'organisationsHint',
  '/site-admin/index/site-userManger/site-license': 'licenceHint',
  '/site-admin/index/site-userManger/site-isolation': 'isolationHint',
  '/admin/index/dataManger/dirtemplate': 'templatesHint',
  '/admin/index/dataManger/dirtemplate/Subtemplate': 'templatesHint',
  '/admin/index/userManger/quotas': 'quotasHint',
  '/admin/index/dataManger/basedata': 'basedataHint',
  '/admin/index/dataManger/indexcard': 'indexcardHint',
  '/admin/index/dataManger/doctype': 'doctypeHint',
  '/admin/index/dataManger/doctemplate': 'doctemplateHint',
  '/admin/index/dataManger/tags': 'tagsHint',
  '/admin/index/dataManger/shares': 'sharesHint',
  '/admin/index/dataManger/flow': 'flowsHint',
  '/admin/index/otherSettings/watermark': 'watermarksHint',
  '/admin/index/reportManger/logs': 'logHint',
  '/admin/index/dataManger/sensitiveWords': 'wordsHint',
  '/admin/index/reportManger/sensitiveWords': 'matchesHint',
  '/admin/index/reportManger/userBehavior': 'reportHint',
  '/admin/index/reportManger/document': 'reportHint',
  '/admin/index/reportManger/userOnline': 'reportHint',
  '/admin/index/reportManger/fileTotal': 'reportHint',
  '/admin/index/reportManger/permissions': 'whoSeesHint',
};

/** The title and the purpose of a page of the administration; nothing on other pages. */
function AdminIntro(): ReactNode {
  const t = useText('app.shell');
  const path = useShownPath();
  const filled = useBreadcrumbSlot((slot) => slot.filled > 0);
  // a page about one entry of its list has a heading of its own
  const isDetail = useDetailHeadings(({ shown }) => shown > 0);
  const page = findPage(path);
  const hint = hints[path];
  if (!isAdministration(path) || page === undefined || isDetail) return null;
  return (
    <ForRoles roles={['admin']}>
      <Stack className={styles.intro}>
        {!filled && <Heading level={1}>{page.title()}</Heading>}
        {hint && (
          <Text as="p" tone="muted">
            {t(hint)}
          </Text>
        )}
      </Stack>
    </ForRoles>
  );
}
