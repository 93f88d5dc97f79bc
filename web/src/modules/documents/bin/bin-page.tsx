import { DeleteOutlined, RollbackOutlined } from '@ant-design/icons';
import { objType } from '@dossier/contract/core/rights';
import { type BinEntry, library } from '@dossier/contract/documents/library';
import { type ReactNode, useMemo } from 'react';
import { rowHeight, useAppearance } from '../../../platform/appearance.ts';
import { inBatches } from '../../../platform/batches.ts';
import { call } from '../../../platform/call.ts';
import { textOf, useText } from '../../../platform/i18n.ts';
import type { ReadyAction } from '../../../platform/item-actions.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { textParam } from '../../../platform/page-query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import type { Column } from '../../../platform/ui/data-table/columns.ts';
import { DataTable } from '../../../platform/ui/data-table/data-table.tsx';
import { useKeepListFocus } from '../../../platform/ui/data-table/list-focus.ts';
import { PagesOf, useListPages } from '../../../platform/ui/data-table/list-pages.tsx';
import { type ListState, useListState } from '../../../platform/ui/data-table/list-state.ts';
import { type RowSource, usePagedRows } from '../../../platform/ui/data-table/paged-rows.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { FileSize, RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { useMedia, usePageTitle } from '../../../platform/ui/hooks.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { ActionRow, BottomBar, FittingActions, ItemMenu, ListFilter, SelectionCount } from '../action-buttons.tsx';
import { nameOf } from '../actions/item-operations.tsx';
import { placePath, refreshLists } from '../areas.ts';
import { NameWords, RowWithPicture } from '../item-columns.tsx';

const idsOf = (entries: readonly BinEntry[]): string[] => entries.map((entry) => entry.id);

/** Restores entries of the recycle bin, and offers a link to the folder. */
export async function restoreEntries(entries: readonly BinEntry[], go: (path: string) => void): Promise<void> {
  const t = textOf('documents.library');
  const { answers, done } = await inBatches(entries, (batch) => call(library.restore, { objIds: idsOf(batch) }));
  const restored = entries.slice(0, done);
  notice.endUndo(idsOf(restored));
  await refreshLists();
  const [first] = entries;
  const what = nameOf(t, restored);
  const destination = addressOf(
    restored,
    answers.flatMap(({ list }) => list),
  );
  const text = entries.length === 1 && first !== undefined ? t('restoredTo', { what, where: first.path }) : t('restored', { what });
  notice.success(text, destination === undefined ? undefined : { label: t('showInFolder'), run: () => go(destination) });
}

/** The one folder to which everything was restored; undefined where there are several, or the user has no access. */
function addressOf(
  entries: readonly BinEntry[],
  restored: readonly { objId: string; parentId?: string | undefined }[],
): string | undefined {
  const [entry] = entries;
  const [first] = restored;
  if (entry === undefined || first === undefined || restored.some((restoredItem) => restoredItem.parentId !== first.parentId))
    return undefined;
  if (first.parentId !== undefined) return placePath(entry.moduleType, first.parentId, { select: first.objId });
  return entry.objType === objType.cabinet && restored.length === 1 ? placePath(entry.moduleType, first.objId) : undefined;
}

/** Deletes entries permanently, after a confirmation that names the loss. */
export async function removeForGood(entries: readonly BinEntry[]): Promise<void> {
  const t = textOf('documents.library');
  const what = nameOf(t, entries);
  if (!(await confirm({ title: t('removeTitle', { what }), text: t('removeText'), ok: t('removeForGood'), danger: true }))) return;
  const { done } = await inBatches(entries, (batch) => call(library.remove, { objIds: idsOf(batch) }));
  const removed = entries.slice(0, done);
  notice.endUndo(idsOf(removed));
  await refreshLists();
  notice.success(t('removed', { what: nameOf(t, removed) }));
}

const BinQuery = { keyword: textParam };

/** The recycle bin: restores items or deletes them permanently. */
export function BinPage(): ReactNode {
  const t = useText('documents.library');
  usePageTitle(t('recycleBin'));
  const { keyword } = usePageQuery(BinQuery);
  const input = useMemo(() => (keyword === undefined || keyword === '' ? {} : { keyword }), [keyword]);
  const whole = usePagedRows<BinEntry>(library.bin, input, { family: 'bin' });
  const pages = useListPages(whole);
  const { source } = pages;
  const state = useListState(source, `bin${pages.key}`);
  const actions = useBinActions(state.rows);
  return (
    <Stack grow>
      <BinBar state={state} total={whole.total} actions={actions} keyword={keyword} />
      <ItemMenu itemActions={actions} placeActions={[]}>
        <Stack grow anchor>
          {source.error !== null ? (
            <ErrorBox error={source.error} retry={source.retry} />
          ) : source.total === 0 ? (
            <Empty
              icon={<DeleteOutlined />}
              title={keyword === undefined ? t('binEmpty') : t('noMatch', { keyword })}
              {...(keyword === undefined && { hint: t('binEmptyHint') })}
            />
          ) : (
            <BinList source={source} state={state} />
          )}
        </Stack>
      </ItemMenu>
      {source.error === null && whole.total !== 0 && <PagesOf pages={pages} />}
    </Stack>
  );
}

const phoneRow = 60;

function BinList({ source, state }: { source: RowSource<BinEntry>; state: ListState<BinEntry> }): ReactNode {
  const t = useText('documents.library');
  const phone = useMedia('phone');
  const density = useAppearance((appearance) => appearance.density);
  const shared = { label: t('recycleBin'), source, state, columns: useColumns(phone), open: () => undefined };
  return <DataTable {...shared} bare={phone} rowHeight={phone ? phoneRow : rowHeight[density]} />;
}

function useBinActions(rows: BinEntry[]): ReadyAction[] {
  const t = useText('documents.library');
  const go = useNavigate();
  const restore = (): void => void restoreEntries(rows, go).catch(() => undefined);
  const remove = (): void => void removeForGood(rows).catch(() => undefined);
  useHotkeys({ Delete: () => (rows.length > 0 ? remove() : false) });
  if (rows.length === 0) return [];
  return [
    { id: 'restore', label: t('restore'), icon: <RollbackOutlined />, group: 1, run: restore },
    { id: 'remove', label: t('removeForGood'), icon: <DeleteOutlined />, key: 'Delete', group: 2, danger: true, run: remove },
  ];
}

interface BinBarProps {
  state: ListState<BinEntry>;
  total: number | undefined;
  actions: ReadyAction[];
  keyword: string | undefined;
}

function BinBar({ state, total, actions, keyword }: BinBarProps): ReactNode {
  const t = useText('documents.library');
  const go = useNavigate();
  const count = state.selection.ids.size;
  const phone = useMedia('phone');
  useKeepListFocus(count > 0);
  return (
    <>
      <ActionRow>
        {count > 0 ? (
          <>
            <SelectionCount state={state} />
            {phone ? <Row grow /> : <FittingActions actions={actions} first={false} />}
          </>
        ) : (
          <Text grow>{total !== undefined && total > 0 && t('countItems', { count: total })}</Text>
        )}
        <ListFilter
          keyword={keyword}
          filter={(wanted) => go('/recycle/index', { keyword: wanted }, { replace: true })}
          label={t('filterBin')}
        />
      </ActionRow>
      {phone && count > 0 && <BottomBar actions={actions} />}
    </>
  );
}

function useColumns(phone: boolean): readonly Column<BinEntry>[] {
  const t = useText('documents.library');
  return useMemo((): Column<BinEntry>[] => {
    const name: Column<BinEntry> = {
      id: 'name',
      label: t('name'),
      width: 0,
      cell: (entry) => (phone ? <PhoneEntry entry={entry} /> : <EntryName entry={entry} />),
    };
    if (phone) return [name];
    return [
      name,
      { id: 'where', label: t('wasIn'), width: 280, cell: (entry) => <span title={entry.path}>{entry.path}</span> },
      { id: 'deleter', label: t('deleter'), width: 120, cell: (entry) => entry.deleterName },
      { id: 'deleted', label: t('deleteTime'), width: 120, end: true, cell: (entry) => <RelativeTime iso={entry.deleteTime} /> },
      { id: 'size', label: t('size'), width: 96, end: true, cell: (entry) => entry.size !== undefined && <FileSize bytes={entry.size} /> },
    ];
  }, [t, phone]);
}

function EntryName({ entry }: { entry: BinEntry }): ReactNode {
  return (
    <Row as="span" gap={2}>
      <FileIcon objType={entry.objType} ext={entry.ext} />
      <NameWords item={entry} />
    </Row>
  );
}

function PhoneEntry({ entry }: { entry: BinEntry }): ReactNode {
  return (
    <RowWithPicture picture={<FileIcon objType={entry.objType} ext={entry.ext} size={32} />}>
      <NameWords item={entry} />
      <Text size="xs" tone="muted" truncate>
        <RelativeTime iso={entry.deleteTime} />
        {` · ${entry.deleterName} · ${entry.path}`}
      </Text>
    </RowWithPicture>
  );
}
