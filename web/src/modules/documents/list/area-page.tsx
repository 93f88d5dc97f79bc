import { CheckOutlined, DatabaseOutlined, DownOutlined, FolderOpenOutlined, SearchOutlined } from '@ant-design/icons';
import { moduleType, objType } from '@dossier/contract/core/rights';
import { type Ancestor, type Item, library } from '@dossier/contract/documents/library';
import { Button, Dropdown } from 'antd';
import { type ComponentProps, Fragment, type ReactNode, Suspense, lazy, useEffect, useMemo, useRef, useState } from 'react';
import { noAnswer } from '../../../platform/call.ts';
import { useAfterFirstPaint, whenIdle } from '../../../platform/first-paint.ts';
import { useText } from '../../../platform/i18n.ts';
import { type ReadyAction, useItemActions } from '../../../platform/item-actions.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { invalidate, useCall } from '../../../platform/query.ts';
import { PagesOf, useListPages } from '../../../platform/ui/data-table/list-pages.tsx';
import { useListPreferences } from '../../../platform/ui/data-table/list-preferences.ts';
import { useListState } from '../../../platform/ui/data-table/list-state.ts';
import { usePagedRows } from '../../../platform/ui/data-table/paged-rows.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { usePageTitle } from '../../../platform/ui/hooks.ts';
import { Heading, PlainButton, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { AppLink, PageBreadcrumbs } from '../../../platform/ui/links.tsx';
import { ItemMenu } from '../action-buttons.tsx';
import { useClipboard } from '../actions/clipboard.ts';
import { AreaQuery, type AreaType, areaTitles, can, isWrongAddress, placePath } from '../areas.ts';
import type { DetailsPane } from '../details-pane.tsx';
import { type FolderPlace, useFolderContext, useFolderPlace } from '../folder-context.ts';
import { useReveal } from '../highlight.ts';
import libraryCss from '../library.module.css';
import { OwnerOnly } from '../owner-only.tsx';
import { PublishingMark } from '../publishing-mark.tsx';
import { useListKeys } from '../use-list-keys.tsx';
import { ActionBar } from './action-bar.tsx';
import styles from '../navigation.module.css';
import { FolderList } from './folder-list.tsx';
import { useGroups } from './group-menu.tsx';
import { type FolderOrder, folderInput } from './prefetch-folder.ts';

/** The breadcrumb of the open folder; each part a link, with a menu of its siblings. */
export function Breadcrumb({ place, areaName }: { place: FolderPlace; areaName: string }): ReactNode {
  const t = useText('documents.library');
  return (
    <Row as="nav" className={styles.crumbs} aria-label={t('way')}>
      {place.ancestors.length === 0 ? (
        <CurrentCrumb name={areaName} />
      ) : (
        <AppLink className={styles.crumb} to={placePath(place.moduleType)}>
          {areaName}
        </AppLink>
      )}
      {place.ancestors.map((part, at) => (
        <Fragment key={part.id}>
          <Siblings part={part} parent={place.ancestors[at - 1]} />
          {at === place.ancestors.length - 1 ? (
            <CurrentCrumb name={part.name} />
          ) : (
            <AppLink
              className={styles.crumb}
              to={placePath(part.moduleType, part.id)}
              title={part.name}
              data-folder={part.id}
              data-name={part.name}
            >
              {part.name}
            </AppLink>
          )}
          {part.publishing && (
            <Text tone="muted" nowrap>
              <PublishingMark />
            </Text>
          )}
        </Fragment>
      ))}
    </Row>
  );
}

/** The last part of the breadcrumb, which is the heading of the page. */
function CurrentCrumb({ name }: { name: string }): ReactNode {
  return (
    <Heading level={1} size="m" className={styles.crumb} aria-current="page" title={name}>
      {name}
    </Heading>
  );
}

const most = 200;

/** The separator, which opens a menu of siblings. */
function Siblings({ part, parent }: { part: Ancestor; parent: Ancestor | undefined }): ReactNode {
  const t = useText('documents.library');
  const go = useNavigate();
  const settled = useAfterFirstPaint();
  const [open, setOpen] = useState(false);
  const siblings = useCall(library.tree, parent === undefined ? { moduleType: part.moduleType } : { parentId: parent.id }, {
    enabled: open,
  });
  const items = (siblings.data ?? []).slice(0, most).map((node) => ({
    key: node.id,
    label: node.name,
    icon: <FileIcon objType={node.objType} size={16} />,
    ...(node.id === part.id && { extra: <CheckOutlined /> }),
    onClick: () => go(placePath(node.moduleType, node.id)),
  }));
  const waiting = [{ key: 'waiting', label: t('loading'), disabled: true }];
  const button = (
    <PlainButton className={styles.beside} aria-label={t('beside', { name: part.name })} aria-haspopup="menu" aria-expanded={open}>
      <DownOutlined />
    </PlainButton>
  );
  if (!settled) return button;
  return (
    <Dropdown
      trigger={['click']}
      open={open}
      onOpenChange={setOpen}
      menu={{ items: items.length === 0 ? waiting : items, selectedKeys: [part.id], style: { maxHeight: 360, overflow: 'auto' } }}
    >
      {button}
    </Dropdown>
  );
}

interface FolderEmptyProps {
  place: FolderPlace;
  keyword: string | undefined;
  actions: readonly ReadyAction[];
  clear: () => void;
}

/** The empty folder: how to fill it, or that the filter found nothing. */
export function FolderEmpty({ place, keyword, actions, clear }: FolderEmptyProps): ReactNode {
  const t = useText('documents.library');
  if (keyword !== undefined && keyword !== '') {
    return (
      <Empty icon={<SearchOutlined />} title={t('noMatch', { keyword })} action={<Button onClick={clear}>{t('clearFilter')}</Button>} />
    );
  }
  const offers = actions.slice(0, 3).map((action) => (
    <Button key={action.id} icon={action.icon} onClick={action.run}>
      {action.label}
    </Button>
  ));
  const start = offers.length > 0 && (
    <Row gap={2} wrap justify="center">
      {offers}
    </Row>
  );
  if (place.id === undefined) {
    return (
      <Empty
        icon={<DatabaseOutlined />}
        title={t('noCabinets')}
        hint={t(offers.length > 0 ? 'noCabinetsHint' : 'noCabinetsAsk')}
        action={start}
      />
    );
  }
  return (
    <Empty
      icon={<FolderOpenOutlined />}
      title={t(place.ancestors.at(-1)?.objType === objType.cabinet ? 'emptyCabinet' : 'emptyFolder')}
      {...(place.folder?.publishing ? { hint: t('publishedHere') } : can(place.rights, 'upload') && { hint: t('emptyFolderHint') })}
      action={
        place.folder?.ownerOnly === true ? (
          <Stack gap={6} align="center">
            {start}
            <OwnerOnly item={place.folder} />
          </Stack>
        ) : (
          start
        )
      }
    />
  );
}

const loadDetailsPane = () => import('../details-pane.tsx');
const LazyDetailsPane = lazy(async () => ({ default: (await loadDetailsPane()).DetailsPane }));

/** The details pane; its chunk is loaded when it is first opened, or after the rows are rendered. */
export function Details(props: ComponentProps<typeof DetailsPane>): ReactNode {
  const open = useListPreferences((prefs) => prefs.details);
  const [seen, setSeen] = useState(open);
  if (open && !seen) setSeen(true);
  // A failure is repeated when the pane is opened.
  useEffect(() => whenIdle(() => void loadDetailsPane().catch(() => undefined)), []);
  return (
    seen && (
      <Suspense fallback={null}>
        <LazyDetailsPane {...props} />
      </Suspense>
    )
  );
}

interface FolderViewProps {
  place: FolderPlace;
  keyword: string | undefined;
  pageNo: number | undefined;
  filter: (keyword: string | undefined) => void;
}

/** The content of an area or folder: actions, list or cards, details. */
export function FolderView({ place, keyword, pageNo, filter }: FolderViewProps): ReactNode {
  const { groups, order } = useGroups(place);
  const { input, route } = useListInput(place, keyword, order);
  const family = `${place.moduleType}/${place.id ?? ''}`;
  const whole = usePagedRows<Item>(route, input, { family, enabled: place.error === null });
  const pages = useListPages(whole, JSON.stringify(order));
  const { source } = pages;
  const state = useListState(source, family + pages.key);
  const ctx = useFolderContext(place, source, order.sort);
  const reveal = useReveal(whole, state, { pageNo, isReady: place.error === null, pages });
  // Rerenders on clipboard changes, which decide whether paste is offered.
  useClipboard();
  const itemActions = useItemActions(state.rows, ctx);
  const placeActions = useItemActions([], ctx);
  useListKeys({ itemActions, placeActions, ctx, rows: state.rows, up: () => goUp(place, ctx.go) });
  const error = place.error ?? source.error;
  const isEmpty = source.total === 0 && (place.id === undefined || place.folder !== undefined);
  return (
    <Stack grow>
      <ActionBar {...{ place, state, itemActions, placeActions, keyword, filter }} />
      <Row grow align="stretch">
        <ItemMenu itemActions={itemActions} placeActions={placeActions}>
          {/* Dropped files are handled by the upload layer, dragged items by the drag layer. */}
          <Stack
            grow
            anchor
            className={libraryCss.list}
            data-folder={place.id}
            data-upload={uploadTarget(place)}
            data-name={place.folder?.name}
          >
            {error !== null ? (
              <FolderFailure place={place} error={error} retry={() => void readAgain(source)} />
            ) : isEmpty ? (
              <FolderEmpty place={place} keyword={keyword} actions={placeActions} clear={() => filter(undefined)} />
            ) : (
              <FolderList {...{ place, source, state, ctx, reveal, groups }} />
            )}
          </Stack>
        </ItemMenu>
        <Details items={state.rows} folder={place.folder} close={() => useListPreferences.setState({ details: false })} />
      </Row>
      {error === null && !isEmpty && <PagesOf pages={pages} />}
    </Stack>
  );
}

/** A deleted or inaccessible folder is not queried again. */
const isRefused = (place: FolderPlace): boolean => place.error !== null && place.error.code !== noAnswer;

const LazyRequestAccess = lazy(async () => ({ default: (await import('../../access/request-access.tsx')).RequestAccess }));

/** A folder that cannot be shown: a retry, or for one that is missing or hidden a request for access. */
function FolderFailure({ place, error, retry }: { place: FolderPlace; error: unknown; retry: () => void }): ReactNode {
  const way = isRefused(place) && <AccessRefused place={place} />;
  if (place.id === undefined || !isRefused(place)) return <ErrorBox error={error} retry={retry} way={way} />;
  return (
    <Suspense fallback={null}>
      <LazyRequestAccess objId={place.id} error={error} retry={retry} way={way} />
    </Suspense>
  );
}

function AccessRefused({ place }: { place: FolderPlace }): ReactNode {
  const t = useText('documents.library');
  const go = useNavigate();
  return (
    <Button onClick={() => go(placePath(place.moduleType))}>{t('goTo', { name: t(areaTitles[place.moduleType as AreaType]) })}</Button>
  );
}

function useListInput(place: FolderPlace, keyword: string | undefined, order: FolderOrder) {
  return useMemo(() => {
    if (place.id !== undefined) return { route: library.items, input: folderInput(place.id, keyword, order) };
    return { route: library.cabinets, input: { moduleType: place.moduleType, ...(keyword && { keyword }) } };
  }, [place.id, place.moduleType, keyword, order]);
}

/** The folder that receives files dropped on the list. */
function uploadTarget(place: FolderPlace): string | undefined {
  return can(place.rights, 'upload') && place.folder?.publishing !== true ? place.id : undefined;
}

async function readAgain(source: { retry: () => void }): Promise<void> {
  await invalidate({ queryKey: [library.ancestors.path] });
  source.retry();
}

function goUp(place: FolderPlace, go: (path: string) => void): void {
  if (place.id !== undefined) go(placePath(place.moduleType, place.ancestors.at(-2)?.id, { select: place.id }));
}

/** An area: its cabinets, or one of its folders. */
function AreaPage({ area }: { area: 2 | 3 | 4 }): ReactNode {
  const t = useText('documents.library');
  const query = usePageQuery(AreaQuery);
  const go = useNavigate();
  const place = useFolderPlace(area, query);
  const notified = useRef('');
  useEffect(() => {
    if (!isWrongAddress(location.search) || notified.current === location.search) return;
    notified.current = location.search;
    notice.warning(t('wrongAddress'));
    go(placePath(area, query.id), undefined, { replace: true });
  }, [area, query, go, t]);
  const name = place.ancestors.at(-1)?.name;
  usePageTitle(name ?? t(areaTitles[area]));
  const filter = useMemo(
    () => (keyword: string | undefined) =>
      go(placePath(area, query.id, keyword === undefined ? {} : { keyword }), undefined, { replace: true }),
    [area, query.id, go],
  );
  return (
    <>
      <PageBreadcrumbs>
        <Breadcrumb place={place} areaName={t(areaTitles[area])} />
      </PageBreadcrumbs>
      <FolderView key={area} place={place} keyword={query.keyword} pageNo={query.pageNo} filter={filter} />
    </>
  );
}

export const MyPage = (): ReactNode => <AreaPage area={moduleType.my} />;
export const EnterprisePage = (): ReactNode => <AreaPage area={moduleType.enterprise} />;
export const SystemPage = (): ReactNode => <AreaPage area={moduleType.system} />;
