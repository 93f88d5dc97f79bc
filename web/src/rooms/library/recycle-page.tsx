import { DeleteOutlined, RollbackOutlined } from '@ant-design/icons';
import { type BinEntry, library } from '@dossier/contract/library';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { z } from 'zod';
import { useGo, usePageQuery } from '../../ground/go.ts';
import { useHotkeys } from '../../ground/hooks/use-hotkeys.ts';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { usePageTitle } from '../../ground/hooks/use-page-title.ts';
import type { ReadyAction } from '../../ground/item-context.ts';
import { rowHeight, useLook } from '../../ground/look.ts';
import { useLang, useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { Size } from '../../ground/ui/size.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { removeForGood, restoreEntries } from './bin-deeds.ts';
import { ItemMenu } from './item-menu.tsx';
import styles from './library.module.css';
import { ListFilter } from './list-filter.tsx';
import type { Column } from './list/column.ts';
import { DataList } from './list/data-list.tsx';
import { useListState } from './list/list-state.ts';
import { NameWords } from './list/name-cell.tsx';
import names from './list/name-cell.module.css';
import { usePagedRows } from './list/row-source.ts';
import { nothing } from './list/selection.ts';

const Query = z.object({ keyword: z.string().optional() });

/** What was deleted: back to its place, or away for good. */
export function RecyclePage(): ReactNode {
  const t = useText('library');
  const go = useGo();
  usePageTitle(t('recycleBin'));
  const { keyword } = usePageQuery(Query);
  const phone = useMedia('phone');
  const density = useLook((look) => look.density);
  const input = useMemo(() => (keyword === undefined || keyword === '' ? {} : { keyword }), [keyword]);
  const source = usePagedRows<BinEntry>(library.bin as never, input, { family: 'bin' });
  const state = useListState(source, 'bin');
  const columns = useColumns(phone);
  const { rows } = state;
  const actions: ReadyAction[] = [
    {
      id: 'restore',
      label: t('restore'),
      icon: <RollbackOutlined />,
      group: 1,
      run: () => void restoreEntries(rows).catch(() => undefined),
    },
    {
      id: 'remove',
      label: t('removeForGood'),
      icon: <DeleteOutlined />,
      key: 'Delete',
      group: 2,
      danger: true,
      run: () => void removeForGood(rows).catch(() => undefined),
    },
  ];
  const shown = rows.length > 0 ? actions : [];
  useHotkeys({ Delete: () => (rows.length > 0 ? actions[1]?.run() : false) });
  return (
    <div className={styles.page}>
      <div className={styles.bar} role="toolbar" aria-label={t('actions')}>
        {state.selection.ids.size > 0 ? (
          <>
            <span className={styles.count} aria-live="polite">
              {t('nSelected', { n: state.selection.ids.size })}
            </span>
            <div className={styles.actions}>
              {shown.map((action) => (
                <Button key={action.id} size="small" type="text" icon={action.icon} danger={action.danger ?? false} onClick={action.run}>
                  {action.label}
                </Button>
              ))}
              <Button size="small" type="text" onClick={() => state.select(nothing)}>
                {t('clearSelection')}
              </Button>
            </div>
          </>
        ) : (
          <>
            <span className={styles.grow}>{source.total !== undefined && source.total > 0 && t('nItems', { n: source.total })}</span>
            <ListFilter
              keyword={keyword}
              filter={(wanted) => go('/recycle/index', { keyword: wanted }, { replace: true })}
              label={t('filterBin')}
            />
          </>
        )}
      </div>
      <ItemMenu itemActions={shown} placeActions={[]}>
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
            <DataList
              label={t('recycleBin')}
              source={source}
              state={state}
              columns={columns}
              bare={phone}
              rowHeight={phone ? 60 : rowHeight[density]}
              open={() => undefined}
            />
          )}
        </div>
      </ItemMenu>
    </div>
  );
}

function useColumns(phone: boolean): readonly Column<BinEntry>[] {
  const t = useText('library');
  const lang = useLang();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language alone.
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
  }, [lang, phone]);
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
      <FileIcon objType={entry.objType} ext={entry.ext} size={32} />
      <NameWords item={entry} />
      <span className={names.facts}>
        <Time iso={entry.deleteTime} />
        {` · ${entry.deleterName} · ${entry.path}`}
      </span>
    </span>
  );
}
