import {
  AppstoreOutlined,
  AuditOutlined,
  BarChartOutlined,
  BankOutlined,
  BugOutlined,
  ClusterOutlined,
  CopyOutlined,
  DatabaseOutlined,
  DesktopOutlined,
  DownOutlined,
  EyeOutlined,
  FieldTimeOutlined,
  FileDoneOutlined,
  FileProtectOutlined,
  FileTextOutlined,
  FolderOpenOutlined,
  FormOutlined,
  FundOutlined,
  GlobalOutlined,
  HistoryOutlined,
  HddOutlined,
  IdcardOutlined,
  LaptopOutlined,
  LineChartOutlined,
  NodeIndexOutlined,
  PieChartOutlined,
  RightOutlined,
  SafetyOutlined,
  SearchOutlined,
  SettingOutlined,
  ShareAltOutlined,
  TagsOutlined,
  TeamOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { Input } from 'antd';
import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, lazy, useEffect, useId, useRef, useState } from 'react';
import { create } from 'zustand';
import { useCurrentUser, useRoles } from '../../modules/identity/current-user.ts';
import { onSavedLayout, saveLayout } from '../../platform/account-preferences.ts';
import { useText } from '../../platform/i18n.ts';
import { PlainButton, Stack, Text, classNames, entryClass } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { activeMenu, adminMenu } from './menu.ts';
import styles from './sidebar.module.css';

const FoundSettings = lazy(() => import('../../modules/administration/found-settings.tsx').then((m) => ({ default: m.FoundSettings })));

const icons: Record<string, ReactNode> = {
  '/site-admin/index/site-userManger/site-user': <UserOutlined />,
  '/admin/index/userManger/partment': <ClusterOutlined />,
  '/admin/index/userManger/userrole': <TeamOutlined />,
  '/site-admin/index/site-userManger/site-organization': <BankOutlined />,
  '/admin/index/userManger/onliner': <LaptopOutlined />,
  '/admin/index/dataManger/flow': <NodeIndexOutlined />,
  '/admin/index/dataManger/doctype': <FileTextOutlined />,
  '/admin/index/dataManger/indexcard': <IdcardOutlined />,
  '/admin/index/dataManger/basedata': <FormOutlined />,
  '/admin/index/dataManger/tags': <TagsOutlined />,
  '/admin/index/dataManger/doctemplate': <CopyOutlined />,
  '/admin/index/dataManger/dirtemplate': <FolderOpenOutlined />,
  '/admin/index/dataManger/shares': <ShareAltOutlined />,
  '/admin/index/userManger/ipmanagement': <GlobalOutlined />,
  '/admin/index/dataManger/sensitiveWords': <EyeOutlined />,
  '/admin/index/reportManger/sensitiveWords': <FileDoneOutlined />,
  '/admin/index/otherSettings/watermark': <FileProtectOutlined />,
  '/site-admin/index/site-userManger/site-isolation': <BugOutlined />,
  '/admin/index/reportManger/userBehavior': <LineChartOutlined />,
  '/admin/index/reportManger/document': <BarChartOutlined />,
  '/admin/index/reportManger/userOnline': <FieldTimeOutlined />,
  '/admin/index/reportManger/fileTotal': <PieChartOutlined />,
  '/admin/index/reportManger/permissions': <AuditOutlined />,
  '/admin/index/reportManger/logs': <HistoryOutlined />,
  '/site-admin/index/site-userManger/site-configuration': <SettingOutlined />,
  '/admin/index/userManger/quotas': <HddOutlined />,
  '/site-admin/index/site-userManger/site-license': <SafetyOutlined />,
  '/admin/index/userManger/syncdisk': <DesktopOutlined />,
};

/** Of pages that have none of their own, by the group that their address names. */
const groupIcons: readonly (readonly [prefix: string, icon: ReactNode])[] = [
  ['/admin/index/userManger', <TeamOutlined key="people" />],
  ['/admin/index/dataManger', <DatabaseOutlined key="documents" />],
  ['/admin/index/reportManger', <FundOutlined key="reports" />],
  ['/admin/index/otherSettings', <SafetyOutlined key="protection" />],
];

const iconOf = (path: string): ReactNode =>
  icons[path] ?? groupIcons.find(([prefix]) => path.startsWith(prefix))?.[1] ?? <AppstoreOutlined />;

/** The paths of the groups that are folded; kept with the account. */
const useFolded = create<{ paths: readonly string[] }>(() => ({ paths: [] }));
onSavedLayout('adminMenu', (value) => {
  if (Array.isArray(value)) useFolded.setState({ paths: value.filter((path) => typeof path === 'string') });
});

function setFolded(path: string, folded: boolean): void {
  const others = useFolded.getState().paths.filter((other) => other !== path);
  const paths = folded ? [...others, path] : others;
  useFolded.setState({ paths });
  saveLayout('adminMenu', paths);
}

interface Group {
  path: string;
  title: string;
  pages: { path: string; title: string }[];
}

function useGroups(): Group[] {
  return adminMenu(useCurrentUser()).map((group) => ({
    path: group.path,
    title: group.title?.() ?? '',
    pages: group.children.map((page) => ({ path: page.path, title: page.title?.() ?? page.path })),
  }));
}

/** Whether a text has all the words of a query. */
const hasWords = (text: string, query: string): boolean => {
  const lower = text.toLocaleLowerCase();
  return query.split(/\s+/).every((word) => lower.includes(word));
};

/** The pages of the administration that the user may open, in groups that fold; a word finds pages and settings of the site. */
export function AdminMenu({ path }: { path: string }): ReactNode {
  const t = useText('app.shell');
  const groups = useGroups();
  const [typed, setTyped] = useState('');
  const query = typed.trim().toLocaleLowerCase();
  const box = useRef<HTMLElement>(null);
  const current = activeMenu(path);
  useCurrentInSight(box, current);
  return (
    <>
      <Stack pad={2} className={styles.filter}>
        <Filter typed={typed} change={setTyped} box={box} />
      </Stack>
      <Stack grow scroll pad={2} ref={box} className={styles.pages}>
        {query === '' ? (
          groups.map((group) => <FoldingGroup key={group.path} group={group} current={current} />)
        ) : (
          <Found groups={groups} query={query} current={current} />
        )}
      </Stack>
      <p role="status" className={styles.status}>
        {query !== '' && t('adminFound', { count: matching(groups, query).length })}
      </p>
    </>
  );
}

/** Scrolls the entry of the present page into view, also after its group was unfolded by going there. */
function useCurrentInSight(box: RefObject<HTMLElement | null>, current: string): void {
  const groups = useGroups();
  const group = groups.find(({ pages }) => pages.some((page) => page.path === current))?.path;
  useEffect(() => {
    if (group !== undefined && useFolded.getState().paths.includes(group)) setFolded(group, false);
    const frame = requestAnimationFrame(() => box.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, [box, group, current]);
}

interface FilterProps {
  typed: string;
  change: (typed: string) => void;
  box: RefObject<HTMLElement | null>;
}

function Filter({ typed, change, box }: FilterProps): ReactNode {
  const t = useText('app.shell');
  const press = (event: KeyboardEvent): void => {
    const first = box.current?.querySelector<HTMLElement>('a');
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && typed !== '') change('');
    else if (event.key === 'ArrowDown') first?.focus();
    else if (event.key === 'Enter' && typed.trim() !== '') first?.click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Input
      size="small"
      allowClear
      prefix={<SearchOutlined aria-hidden />}
      aria-label={t('adminFind')}
      placeholder={t('adminFind')}
      maxLength={60}
      value={typed}
      onKeyDown={press}
      onChange={(event) => change(event.target.value)}
    />
  );
}

interface GroupProps {
  group: Group;
  current: string;
}

function FoldingGroup({ group, current }: GroupProps): ReactNode {
  const id = useId();
  const isFolded = useFolded(({ paths }) => paths.includes(group.path));
  return (
    <section className={styles.group}>
      <h2 className={styles.heading}>
        <PlainButton className={styles.fold} aria-expanded={!isFolded} aria-controls={id} onClick={() => setFolded(group.path, !isFolded)}>
          {group.title}
          {isFolded ? <RightOutlined aria-hidden /> : <DownOutlined aria-hidden />}
        </PlainButton>
      </h2>
      <div id={id} hidden={isFolded}>
        {group.pages.map((page) => (
          <PageEntry key={page.path} page={page} current={current} />
        ))}
      </div>
    </section>
  );
}

interface PageEntryProps {
  page: { path: string; title: string };
  current: string;
  detail?: string;
}

function PageEntry({ page: { path, title }, current, detail }: PageEntryProps): ReactNode {
  return (
    <AppLink to={path} className={classNames(entryClass, styles.entry)} aria-current={current === path ? 'page' : undefined}>
      <span aria-hidden="true">{iconOf(path)}</span>
      <Stack as="span">
        <Text truncate>{title}</Text>
        {detail !== undefined && (
          <Text size="xs" tone="muted" truncate>
            {detail}
          </Text>
        )}
      </Stack>
    </AppLink>
  );
}

/** The pages whose names, or whose groups' names, have the words. */
const matching = (groups: readonly Group[], query: string): { path: string; title: string; group: string }[] =>
  groups.flatMap((group) =>
    group.pages.filter((page) => hasWords(`${page.title} ${group.title}`, query)).map((page) => ({ ...page, group: group.title })),
  );

function Found({ groups, query, current }: { groups: readonly Group[]; query: string; current: string }): ReactNode {
  const t = useText('app.shell');
  const found = matching(groups, query);
  const settings = useRoles(['settings.edit']);
  const none = (
    <Text as="p" size="s" tone="muted" className={styles.none}>
      {t('adminNothing')}
    </Text>
  );
  return (
    <>
      {found.map((page) => (
        <PageEntry key={page.path} page={page} current={current} detail={page.group} />
      ))}
      {settings ? (
        <Suspense fallback={null}>
          <FoundSettings hasWords={(text) => hasWords(text, query)} none={found.length === 0 ? none : null} />
        </Suspense>
      ) : (
        found.length === 0 && none
      )}
    </>
  );
}
