import { CheckSquareOutlined, FolderOutlined, HomeOutlined, SearchOutlined, UserOutlined } from '@ant-design/icons';
import { module } from '@dossier/contract/core/rights';
import { messages } from '@dossier/contract/notifications/messages';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useCurrentUser } from '../../modules/identity/current-user.ts';
import { profilePath, settingsPath, spacesPath } from '../../modules/identity/settings-paths.ts';
import { emailChoicesPath } from '../../modules/notifications/paths.ts';
import { absencesPath } from '../../modules/workflows/paths.ts';
import { useAfterFirstPaint } from '../../platform/first-paint.ts';
import { helpPath } from '../../platform/help-path.ts';
import { useText } from '../../platform/i18n.ts';
import { invalidateRoutes, useCall } from '../../platform/query.ts';
import { Row } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { useOnScreenKeyboard } from '../../platform/ui/on-screen-keyboard.ts';
import { searchPath } from '../shell/menu.ts';
import { mePath, todoPath } from './paths.ts';
import styles from './phone-tabs.module.css';
import { countWaiting, useWaiting, waitingCalls } from './waiting.ts';

/** The areas that the tab of files stands for, with what belongs to them. */
const fileRoots = ['/knowledge', '/doc-my', '/system', '/doc-type', '/favorite', '/recycle', '/share', '/document'];

/** The first area of documents that the user may open. */
const fileAreas = [
  [module.enterprise, '/knowledge/index'],
  [module.my, '/doc-my/index'],
  [module.system, '/system/tabledata'],
  [module.categories, '/doc-type/index'],
] as const;

const isBelow = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`);

type TabName = 'home' | 'files' | 'todo' | 'search' | 'me';

/** What the page of what waits leads to, and all of the flows; and what the user's own entries lead to. */
const todoRoots = [todoPath, '/flow', absencesPath, '/rights/requests', '/rights/review'];
const meRoots = [mePath, profilePath, settingsPath, spacesPath, emailChoicesPath, '/rights/ending', '/rights/reviews', helpPath];

/** The tab that a page belongs to; none for those of meetings and the administration, which the sidebar leads to. */
export function tabOf(path: string): TabName | undefined {
  if (path === '/home') return 'home';
  if (path.endsWith('/search')) return 'search';
  if (todoRoots.some((root) => isBelow(path, root))) return 'todo';
  if (meRoots.some((root) => isBelow(path, root))) return 'me';
  return fileRoots.some((root) => isBelow(path, root)) ? 'files' : undefined;
}

/** The address of the last place in the files, to which their tab leads back from elsewhere; within them it leads to their beginning. */
function useFilesAddress(): string {
  const { moduleTypes } = useCurrentUser();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const href = useLocation({ select: (location) => location.href });
  const last = useRef<string>(undefined);
  const isInFiles = tabOf(path) === 'files';
  useEffect(() => {
    if (isInFiles) last.current = href;
  }, [isInFiles, href]);
  const first = fileAreas.find(([type]) => moduleTypes.includes(type))?.[1] ?? '/favorite/index';
  return isInFiles ? first : (last.current ?? first);
}

/** The bar at the lower edge of a phone. It gives way to the actions of a selection, and to a keyboard on the screen. */
export function PhoneTabs(): ReactNode {
  const t = useText('app.phone');
  const words = useText('app.shell');
  const path = useLocation({ select: ({ pathname }) => pathname });
  const settled = useAfterFirstPaint();
  const files = useFilesAddress();
  const isTyping = useOnScreenKeyboard();
  const here = tabOf(path);
  if (isTyping) return null;
  const tab = (name: TabName, to: string, label: string, icon: ReactNode): ReactNode => (
    <AppLink to={to} className={styles.tab} aria-current={here === name ? 'page' : undefined}>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.label}>{label}</span>
    </AppLink>
  );
  return (
    <Row as="nav" rigid align="stretch" className={styles.tabs} aria-label={t('navigation')} data-phone-tabs>
      {tab('home', '/home', words('areaHome'), <HomeOutlined />)}
      {tab('files', files, t('files'), <FolderOutlined />)}
      {settled ? <TodoTab isHere={here === 'todo'} /> : tab('todo', todoPath, t('todo'), <CheckSquareOutlined />)}
      {tab('search', searchPath(path), words('search'), <SearchOutlined />)}
      {tab('me', mePath, t('me'), <UserOutlined />)}
    </Row>
  );
}

/** The tab of what waits, with its number. */
function TodoTab({ isHere }: { isHere: boolean }): ReactNode {
  const t = useText('app.phone');
  const count = countWaiting(useWaiting());
  useFreshWaiting();
  return (
    <AppLink
      to={todoPath}
      className={styles.tab}
      aria-current={isHere ? 'page' : undefined}
      {...(count > 0 && { 'aria-label': t('todoCount', { count }) })}
    >
      <span className={styles.icon}>
        <CheckSquareOutlined />
        {count > 0 && (
          <span className={styles.count} aria-hidden="true">
            {count > 99 ? '99+' : count}
          </span>
        )}
      </span>
      <span className={styles.label}>{t('todo')}</span>
    </AppLink>
  );
}

/** Whatever comes to wait comes with a notification: their number tells when to ask anew. The bell asks for the same. */
function useFreshWaiting(): void {
  const unread = useCall(messages.unread, { pageSize: 5 }, { staleTime: 60_000 }).data?.totalNumber;
  const known = useRef<number>(undefined);
  useEffect(() => {
    if (known.current !== undefined && unread !== undefined && known.current !== unread) void invalidateRoutes(...waitingCalls);
    if (unread !== undefined) known.current = unread;
  }, [unread]);
}
