import { AppstoreOutlined } from '@ant-design/icons';
import { categories } from '@dossier/contract/categories';
import type { Item } from '@dossier/contract/library';
import { type ReactNode, use, useMemo } from 'react';
import { useGo } from '../../ground/go.ts';
import { useMedia } from '../../ground/hooks/use-media.ts';
import type { ItemContext } from '../../ground/item-action.ts';
import { ItemActionsContext, type ReadyAction, useItemActions } from '../../ground/item-context.ts';
import { rowHeight, useLook } from '../../ground/look.ts';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { BottomBar, FittingActions } from '../library/action-buttons.tsx';
import { DetailsPane } from '../library/details/details-pane.tsx';
import { showDetails } from '../library/folder-context.ts';
import { phoneColumns, useItemColumns } from '../library/item-columns.tsx';
import { ItemMenu } from '../library/item-menu.tsx';
import library from '../library/library.module.css';
import { DataList } from '../library/list/data-list.tsx';
import { useListPrefs } from '../library/list/list-prefs.ts';
import { useListState } from '../library/list/list-state.ts';
import { useRenaming } from '../library/list/renaming.ts';
import { usePagedRows } from '../library/list/row-source.ts';
import { useListKeys } from '../library/list/use-list-keys.tsx';
import styles from './categories.module.css';

const phoneRow = 60;

interface HeadProps {
  way: readonly string[];
  total: number | undefined;
  count: number;
  actions: ReadyAction[];
}

/** The documents in a category, with all that can be done with them. */
export function CategoryDocuments({ id, way }: { id: string; way: readonly string[] }): ReactNode {
  const t = useText('labels');
  const phone = useMedia('phone');
  const density = useLook((look) => look.density);
  const { open } = use(ItemActionsContext);
  const input = useInput(id);
  const source = usePagedRows<Item>(categories.documents, input, { family: 'category' });
  const state = useListState(source, `category/${id}`);
  const all = useItemColumns();
  const columns = useMemo(() => all.filter((column) => column.id !== 'order'), [all]);
  const ctx = useCategoryContext();
  const actions = useItemActions(state.rows, ctx);
  const renaming = useRenaming((one) => one.id);
  useListKeys({ itemActions: actions, placeActions: [], ctx, rows: state.rows });
  const count = state.selection.ids.size;
  return (
    <section className={styles.documents} aria-label={way.at(-1) ?? t('categories')}>
      <Head way={way} total={source.total} count={count} actions={actions} />
      <div className={library.body}>
        <ItemMenu itemActions={actions} placeActions={[]}>
          <div className={library.list}>
            {source.error !== null ? (
              <ErrorBox error={source.error} retry={source.retry} />
            ) : source.total === 0 ? (
              <Empty icon={<AppstoreOutlined />} title={t('emptyCategory')} hint={t('emptyCategoryHint')} />
            ) : (
              <DataList
                label={way.at(-1) ?? t('categories')}
                {...{ source, state, renaming }}
                columns={phone ? phoneColumns : columns}
                bare={phone}
                rowHeight={phone ? phoneRow : rowHeight[density]}
                open={(item) => void open(item, ctx)}
                details={() => showDetails(useListPrefs.getState().tab)}
              />
            )}
          </div>
        </ItemMenu>
        <DetailsPane items={state.rows} folder={undefined} close={() => useListPrefs.setState({ details: false })} />
      </div>
      {phone && count > 0 && <BottomBar actions={actions} />}
    </section>
  );
}

/** The order that folders have; in a category, where nobody gives orders, by name. */
function useInput(id: string) {
  const { sort } = useListPrefs();
  return useMemo(() => {
    if (sort.field === 'sortNumber') return { id, sortField: 'name', sortDirection: 'asc' } as const;
    return { id, sortField: sort.field, sortDirection: sort.direction };
  }, [id, sort]);
}

/** What is chosen, or how much there is. */
function Head({ way, total, count, actions }: HeadProps): ReactNode {
  const t = useText('labels');
  const phone = useMedia('phone');
  return (
    <header className={styles.head}>
      <h2 title={way.join(' / ')}>{way.join(' / ')}</h2>
      <span aria-live="polite">{count > 0 ? t('nSelected', { n: count }) : total !== undefined && t('nDocuments', { n: total })}</span>
      {count > 0 && !phone && <FittingActions actions={actions} first={false} />}
    </header>
  );
}

function useCategoryContext(): ItemContext {
  const go = useGo();
  return useMemo(() => ({ place: 'search', go, startRename: (id: string) => useRenaming.getState().start(id), showDetails }), [go]);
}
