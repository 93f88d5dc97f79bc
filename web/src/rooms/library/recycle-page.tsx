import { CloseOutlined, DeleteOutlined, RollbackOutlined } from '@ant-design/icons';
import { type BinEntry, library } from '@dossier/contract/library';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useGo, usePageQuery } from '../../ground/go.ts';
import { anyText } from '../../ground/page-query.ts';
import { useHotkeys } from '../../ground/hooks/use-hotkeys.ts';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { usePageTitle } from '../../ground/hooks/use-page-title.ts';
import type { ReadyAction } from '../../ground/item-context.ts';
import { rowHeight, useLook } from '../../ground/look.ts';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { Size } from '../../ground/ui/size.tsx';
import { Time } from '../../ground/ui/time.tsx';
import bar from './action-bar.module.css';
import { BottomBar, FittingActions } from './action-buttons.tsx';
import { removeForGood, restoreEntries } from './bin-deeds.ts';
import { ItemMenu } from './item-menu.tsx';
import styles from './library.module.css';
import { ListFilter } from './list-filter.tsx';
import type { Column } from './list/column.ts';
import { DataList } from './list/data-list.tsx';
import { type ListState, useListState } from './list/list-state.ts';
import { NameWords } from './list/name-cell.tsx';
import names from './list/name-cell.module.css';
import { type RowSource, usePagedRows } from './list/row-source.ts';
import { nothing } from './list/selection.ts';
import { useFocusKept } from './list/use-focus-kept.ts';

const Query = { keyword: anyText };

/** What was deleted: back to its place, or away for good. */
export function RecyclePage(): ReactNode {
  const t = useText('library');
  usePageTitle(t('recycleBin'));
  const { keyword } = usePageQuery(Query);
  const input = useMemo(() => (keyword === undefined || keyword === '' ? {} : { keyword }), [keyword]);
  const source = usePagedRows<BinEntry>(library.bin, input, { family: 'bin' });
  const state = useListState(source, 'bin');
  const actions = useBinActions(state.rows);
  return (
    <div className={styles.page}>
      <BinBar state={state} total={source.total} actions={actions} keyword={keyword} />
      <ItemMenu itemActions={actions} placeActions={[]}>
        <div className={styles.list}>
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
        </div>
      </ItemMenu>
    </div>
  );
}

const phoneRow = 60;

function BinList({ source, state }: { source: RowSource<BinEntry>; state: ListState<BinEntry> }): ReactNode {
  const t = useText('library');
  const phone = useMedia('phone');
  const density = useLook((look) => look.density);
  const shared = { label: t('recycleBin'), source, state, columns: useColumns(phone), open: () => undefined };
  return <DataList {...shared} bare={phone} rowHeight={phone ? phoneRow : rowHeight[density]} />;
}

function useBinActions(rows: BinEntry[]): ReadyAction[] {
  const t = useText('library');
  const go = useGo();
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
  const t = useText('library');
  const go = useGo();
  const count = state.selection.ids.size;
  const phone = useMedia('phone');
  useFocusKept(count > 0);
  return (
    <>
      <div className={bar.bar} role="toolbar" aria-label={t('actions')}>
        {count > 0 ? (
          <>
            <span className={bar.count}>
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined />}
                aria-label={t('clearSelection')}
                onClick={() => state.select(nothing)}
              />
              <span aria-live="polite">{t('nSelected', { n: count })}</span>
            </span>
            {phone ? <span className={bar.grow} /> : <FittingActions actions={actions} first={false} />}
          </>
        ) : (
          <span className={bar.grow}>{total !== undefined && total > 0 && t('countItems', { n: total })}</span>
        )}
        <ListFilter
          keyword={keyword}
          filter={(wanted) => go('/recycle/index', { keyword: wanted }, { replace: true })}
          label={t('filterBin')}
        />
      </div>
      {phone && count > 0 && <BottomBar actions={actions} />}
    </>
  );
}

function useColumns(phone: boolean): readonly Column<BinEntry>[] {
  const t = useText('library');
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
      { id: 'deleted', label: t('deleteTime'), width: 120, end: true, cell: (entry) => <Time iso={entry.deleteTime} /> },
      { id: 'size', label: t('size'), width: 96, end: true, cell: (entry) => entry.size !== undefined && <Size bytes={entry.size} /> },
    ];
  }, [t, phone]);
}

function EntryName({ entry }: { entry: BinEntry }): ReactNode {
  return (
    <span className={names.name}>
      <FileIcon objType={entry.objType} ext={entry.ext} />
      <NameWords item={entry} />
    </span>
  );
}

function PhoneEntry({ entry }: { entry: BinEntry }): ReactNode {
  return (
    <span className={names.phone}>
      <span className={names.picture}>
        <FileIcon objType={entry.objType} ext={entry.ext} size={32} />
      </span>
      <NameWords item={entry} />
      <span className={names.facts}>
        <Time iso={entry.deleteTime} />
        {` · ${entry.deleterName} · ${entry.path}`}
      </span>
    </span>
  );
}
