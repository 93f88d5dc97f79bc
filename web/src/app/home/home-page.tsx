import {
  BarChartOutlined,
  BookOutlined,
  BulbOutlined,
  CloudDownloadOutlined,
  ClockCircleOutlined,
  DownloadOutlined,
  FileAddOutlined,
  SettingOutlined,
  StarOutlined,
} from '@ant-design/icons';
import { home } from '@dossier/contract/core/home';
import { module, moduleType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { shares } from '@dossier/contract/sharing/shares';
import { Button } from 'antd';
import { Fragment, type ReactNode, use, useState } from 'react';
import { PendingAcknowledgementsPanel } from '../../modules/acknowledgements/pending-panel.tsx';
import { ActivityPanel } from '../../modules/activity/activity-panel.tsx';
import { CustomFoldersPanel } from '../../modules/classification/custom-folders-panel.tsx';
import { TagPanel } from '../../modules/classification/tag-panel.tsx';
import { isFolder, itemPath, placePath } from '../../modules/documents/areas.ts';
import { useCurrentUser } from '../../modules/identity/current-user.ts';
import { UpcomingMeetingsPanel } from '../../modules/meetings/upcoming-meetings-panel.tsx';
import { InternalSharesPanel } from '../../modules/sharing/internal-shares-panel.tsx';
import { ReceivedPanel } from '../../modules/sharing/received-panel.tsx';
import { OwnFlowsPanel } from '../../modules/workflows/own-flows-panel.tsx';
import { PendingFlowsPanel } from '../../modules/workflows/pending-flows-panel.tsx';
import { formatCount } from '../../platform/ui/formatted-values.tsx';
import { useText } from '../../platform/i18n.ts';
import { ItemExtensionsContext } from '../../platform/item-actions.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { useCall } from '../../platform/query.ts';
import { FileIcon } from '../../platform/ui/file-icon.tsx';
import { RelativeTime } from '../../platform/ui/formatted-values.tsx';
import { Heading, Row, Stack, Text, entryClass } from '../../platform/ui/layout.tsx';
import { AppLink, PageBreadcrumbs } from '../../platform/ui/links.tsx';
import { ListPanel, Panel, PanelLine, PanelText } from '../../platform/ui/list-panel.tsx';
import { Callout } from '../../platform/ui/page-parts.tsx';
import { ToolButton } from '../../platform/ui/tool-button.tsx';
import styles from './home.module.css';
import { type PanelName, usePanelPreferences } from './panel-preferences.ts';

/** Eight entries in each panel. */
const panelInput = { pageSize: 8 };

/** The first step for a user who sees no document yet, according to their rights. */
function Start(): ReactNode {
  const newest = useCall(home.newest, panelInput, { staleTime: 30_000 });
  const user = useCurrentUser();
  if (newest.data?.list.length !== 0) return null;
  const shared = user.moduleTypes.includes(module.enterprise);
  if (shared && !user.deeds.includes('cabinets.create')) return <SharedStart />;
  return shared || user.moduleTypes.includes(module.my) ? <OwnStart /> : null;
}

/** For users who may create cabinets, in any area: a first cabinet. */
function OwnStart(): ReactNode {
  const t = useText('app.home');
  const go = useNavigate();
  const { moduleTypes } = useCurrentUser();
  return (
    <Callout as="section" className={styles.start}>
      <Stack gap={1} className={styles.words}>
        <Heading level={2} size="l">
          {t('startTitle')}
        </Heading>
        <Text as="p">{t('startText')}</Text>
      </Stack>
      <Row gap={2} wrap>
        {moduleTypes.includes(module.enterprise) && (
          <Button type="primary" onClick={() => go('/knowledge/index')}>
            {t('toEnterprise')}
          </Button>
        )}
        {moduleTypes.includes(module.my) && <Button onClick={() => go('/doc-my/index')}>{t('toMine')}</Button>}
      </Row>
    </Callout>
  );
}

/** For everyone else: the cabinets and folders they have access to. */
function SharedStart(): ReactNode {
  const t = useText('app.home');
  const go = useNavigate();
  const { moduleTypes } = useCurrentUser();
  const places = useCall(library.cabinets, { moduleType: moduleType.enterprise, ...panelInput }, { staleTime: 30_000 });
  const received = useCall(shares.innerShare, panelInput, { staleTime: 30_000 });
  if (places.data === undefined || received.isPending) return null;
  const { list } = places.data;
  // shares received from colleagues have a panel of their own
  if (list.length === 0 && (received.data?.list.length ?? 0) > 0) return null;
  return (
    <Callout as="section" className={styles.start}>
      <Stack gap={1} className={styles.words}>
        <Heading level={2} size="l">
          {t(list.length > 0 ? 'sharedTitle' : 'nothingSharedTitle')}
        </Heading>
        <Text as="p">{t(list.length > 0 ? 'sharedText' : 'nothingSharedText')}</Text>
      </Stack>
      <Row gap={2} wrap>
        {list.map((place) => (
          <Button key={place.id} icon={<FileIcon objType={place.objType} size={16} />} onClick={() => go(itemPath(place))}>
            {place.name}
          </Button>
        ))}
        {list.length === 0 && moduleTypes.includes(module.my) && <Button onClick={() => go('/doc-my/index')}>{t('toMine')}</Button>}
      </Row>
    </Callout>
  );
}

interface OwnUsePanelProps {
  name: 'readCount' | 'downloadCount';
  icon: ReactNode;
}

/** How often the user's own documents were opened, or downloaded. */
function OwnUsePanel({ name, icon }: OwnUsePanelProps): ReactNode {
  const t = useText('app.home');
  const found = useCall(home.statistics, {}, { staleTime: 30_000 });
  const { data } = found;
  const count = name === 'readCount' ? data?.views : data?.downloads;
  return (
    <Panel icon={icon} title={t(name)} found={found}>
      {count === 0 && <PanelText>{t(`${name}Empty`)}</PanelText>}
      {data !== undefined && count !== undefined && count > 0 && (
        <>
          <Row pad={[1, 2]}>
            <Text size="xl" strong>
              {formatCount(count)}
            </Text>
          </Row>
          <PanelText>{t('ownUseOf', { count: data.documents })}</PanelText>
        </>
      )}
    </Panel>
  );
}

/** The home page: recent, favourite, new and popular items, in panels that the user arranges. */
export function HomePage(): ReactNode {
  const t = useText('app.home');
  const user = useCurrentUser();
  const [hour] = useState(() => new Date().getHours());
  const panels = usePanels();
  const titleOf = useTitles();
  const { hidden, order } = usePanelPreferences();
  const shown = order.filter((name) => !hidden.includes(name) && panels[name] !== undefined);
  const choose = async (): Promise<void> => {
    const { choosePanels } = await import('./panels-dialog.tsx');
    choosePanels(order.flatMap((name) => (panels[name] === undefined ? [] : [{ name, title: titleOf(name) }])));
  };
  return (
    <div className={styles.page}>
      <PageBreadcrumbs>
        <Row>
          <Heading level={1} truncate grow>
            {t(greeting(hour), { name: user.fullName })}
          </Heading>
          <ToolButton label={t('choosePanels')} icon={<SettingOutlined />} onClick={() => void choose()} />
        </Row>
      </PageBreadcrumbs>
      <Start />
      {shown.length === 0 && (
        <PanelText>
          {t('noPanels')}{' '}
          <Button type="link" size="small" onClick={() => void choose()}>
            {t('choosePanels')}
          </Button>
        </PanelText>
      )}
      <div className={styles.panels}>
        {shown.map((name) => (
          <Fragment key={name}>{panels[name]}</Fragment>
        ))}
      </div>
    </div>
  );
}

/** The panels available to the user. */
function usePanels(): Partial<Record<PanelName, ReactNode>> {
  const t = useText('app.home');
  const { moduleTypes } = useCurrentUser();
  const panel = (name: 'recent' | 'favorites' | 'newest' | 'popular' | 'read' | 'recommended', props: ListedPanel): ReactNode => (
    <ItemPanel title={t(name)} empty={t(`${name}Empty`)} {...props} />
  );
  return {
    recent: panel('recent', { route: home.open, icon: <ClockCircleOutlined />, fact: 'time' }),
    favorites: panel('favorites', { route: home.favorite, icon: <StarOutlined />, fact: 'time', all: '/favorite/index' }),
    customFolders: <CustomFoldersPanel />,
    newest: panel('newest', { route: home.newest, icon: <FileAddOutlined />, fact: 'time' }),
    ...(moduleTypes.includes(module.flows) && { pending: <PendingFlowsPanel />, moreFlows: <OwnFlowsPanel /> }),
    activity: <ActivityPanel />,
    toRead: <PendingAcknowledgementsPanel />,
    received: <ReceivedPanel />,
    internalShares: <InternalSharesPanel />,
    meetings: <UpcomingMeetingsPanel />,
    recommended: panel('recommended', { route: home.commend, icon: <BulbOutlined />, fact: 'time' }),
    read: panel('read', { route: home.view, icon: <BookOutlined />, fact: 'reads' }),
    popular: panel('popular', { route: home.download, icon: <DownloadOutlined />, fact: 'downloads' }),
    tags: <TagPanel />,
    readCount: <OwnUsePanel name="readCount" icon={<BarChartOutlined />} />,
    downloadCount: <OwnUsePanel name="downloadCount" icon={<CloudDownloadOutlined />} />,
  };
}

/** The titles of the panels; those of other modules come from their texts. */
function useTitles(): (name: PanelName) => string {
  const t = useText('app.home');
  const others = {
    pending: useText('workflows')('waiting'),
    activity: useText('activity')('activity'),
    toRead: useText('acknowledgements')('toRead'),
    received: useText('sharing.links')('received'),
    internalShares: useText('sharing.links')('internalShares'),
    moreFlows: useText('workflows')('mine'),
    customFolders: useText('classification.customFolders')('title'),
    meetings: useText('meetings.meetings')('coming'),
    tags: useText('classification.labels')('tags'),
  };
  return (name) => (name in others ? others[name as keyof typeof others] : t(name as Exclude<PanelName, keyof typeof others>));
}

type ListedPanel = Omit<Parameters<typeof ItemPanel>[0], 'title' | 'empty'>;

function greeting(hour: number): 'goodMorning' | 'goodDay' | 'goodEvening' {
  if (hour >= 5 && hour < 12) return 'goodMorning';
  return hour >= 12 && hour < 18 ? 'goodDay' : 'goodEvening';
}

interface ItemPanelProps {
  route: (typeof home)[Exclude<keyof typeof home, 'tags' | 'statistics'>];
  icon: ReactNode;
  title: string;
  empty: string;
  /** The value at the end of a row. */
  fact: 'time' | 'reads' | 'downloads';
  /** Link to the full list. */
  all?: string;
}

/** One panel of items. */
function ItemPanel({ route, icon, title, empty, fact, all }: ItemPanelProps): ReactNode {
  const t = useText('app.home');
  const go = useNavigate();
  const { open } = use(ItemExtensionsContext);
  const found = useCall(route, panelInput, { staleTime: 30_000 });
  const list = found.data?.list ?? [];
  const link = all && (
    <AppLink to={all} aria-label={t('allOf', { name: title })}>
      {t('all')}
    </AppLink>
  );
  return (
    <ListPanel icon={icon} title={title} all={link} found={found} empty={empty}>
      {(entry) => (
        <AppLink
          to={itemPath(entry)}
          title={entry.name}
          className={entryClass}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            // the page stays while folders are looked into
            if (isFolder(entry))
              window.open(`${placePath(entry.moduleType, entry.id)}&name=${encodeURIComponent(entry.name)}`, '_blank', 'noopener');
            else void open(entry, { place: 'home', go, siblings: list });
          }}
        >
          <PanelLine
            icon={<FileIcon objType={entry.objType} {...(entry.ext && { ext: entry.ext })} />}
            name={entry.name}
            fact={
              fact !== 'time' && entry.count !== undefined ? (
                t(fact, { count: formatCount(entry.count) })
              ) : (
                <RelativeTime iso={entry.time ?? entry.updateTime} />
              )
            }
          />
        </AppLink>
      )}
    </ListPanel>
  );
}
