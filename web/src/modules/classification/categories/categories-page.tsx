import { AppstoreOutlined, PlusOutlined } from '@ant-design/icons';
import { type Category, categories } from '@dossier/contract/classification/categories';
import type { Item } from '@dossier/contract/documents/library';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, use, useMemo, useState } from 'react';
import { rowHeight, useAppearance } from '../../../platform/appearance.ts';
import type { CallError } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { type ItemContext, ItemExtensionsContext, type ReadyAction, useItemActions } from '../../../platform/item-actions.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { idParam } from '../../../platform/page-query.ts';
import { usePermissions } from '../../../platform/permissions.ts';
import { useCall } from '../../../platform/query.ts';
import { DataTable } from '../../../platform/ui/data-table/data-table.tsx';
import { useListPreferences } from '../../../platform/ui/data-table/list-preferences.ts';
import { useListState } from '../../../platform/ui/data-table/list-state.ts';
import { usePagedRows } from '../../../platform/ui/data-table/paged-rows.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useMedia, usePageTitle } from '../../../platform/ui/hooks.ts';
import { PageBreadcrumbs } from '../../../platform/ui/links.tsx';
import people from '../../../platform/ui/list-page.module.css';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { BottomBar, FittingActions, ItemMenu } from '../../documents/action-buttons.tsx';
import { DetailsPane } from '../../documents/details-pane.tsx';
import { showDetails } from '../../documents/folder-context.ts';
import { phoneColumns, useItemColumns } from '../../documents/item-columns.tsx';
import library from '../../documents/library.module.css';
import { useRenaming } from '../../documents/renaming.ts';
import { useListKeys } from '../../documents/use-list-keys.tsx';
import styles from './categories.module.css';
import { categoryNodes, categoryPath } from './category-nodes.ts';
import { CategoryTree, openNewCategory, useCategoryMenu } from './category-tree.tsx';

const phoneRow = 60;

interface HeadProps {
  way: readonly string[];
  total: number | undefined;
  count: number;
  actions: ReadyAction[];
}

/** The documents in a category, with all their actions. */
export function CategoryDocuments({ id, way }: { id: string; way: readonly string[] }): ReactNode {
  const t = useText('classification.labels');
  const phone = useMedia('phone');
  const density = useAppearance((appearance) => appearance.density);
  const { open } = use(ItemExtensionsContext);
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
              <DataTable
                label={way.at(-1) ?? t('categories')}
                {...{ source, state, renaming }}
                columns={phone ? phoneColumns : columns}
                bare={phone}
                rowHeight={phone ? phoneRow : rowHeight[density]}
                open={(item) => void open(item, ctx)}
                details={() => showDetails(useListPreferences.getState().tab)}
              />
            )}
          </div>
        </ItemMenu>
        <DetailsPane items={state.rows} folder={undefined} close={() => useListPreferences.setState({ details: false })} />
      </div>
      {phone && count > 0 && <BottomBar actions={actions} />}
    </section>
  );
}

/** The query input: sorted like folders, except that a category has no manual order and falls back to the name. */
function useInput(id: string) {
  const { sort } = useListPreferences();
  return useMemo(() => {
    if (sort.field === 'sortNumber') return { id, sortField: 'name', sortDirection: 'asc' } as const;
    return { id, sortField: sort.field, sortDirection: sort.direction };
  }, [id, sort]);
}

/** The selection, or the number of documents. */
function Head({ way, total, count, actions }: HeadProps): ReactNode {
  const t = useText('classification.labels');
  const phone = useMedia('phone');
  return (
    <header className={styles.head}>
      <h2 title={way.join(' / ')}>{way.join(' / ')}</h2>
      <span aria-live="polite">{count > 0 ? t('nSelected', { count }) : total !== undefined && t('nDocuments', { count: total })}</span>
      {count > 0 && !phone && <FittingActions actions={actions} first={false} />}
    </header>
  );
}

function useCategoryContext(): ItemContext {
  const go = useNavigate();
  return useMemo(() => ({ place: 'search', go, startRename: (id: string) => useRenaming.getState().start(id), showDetails }), [go]);
}

const Query = { id: idParam };
const path = '/doc-type/index';

/** Documents by category: the category tree, and the documents in the selected one. */
export function CategoriesPage(): ReactNode {
  const t = useText('classification.labels');
  const { id: wanted } = usePageQuery(Query);
  const found = useCall(categories.tree, {});
  const list = found.data ?? [];
  // a deleted category is not queried
  const id = list.some((one) => one.id === wanted) ? wanted : undefined;
  const way = id === undefined ? [] : categoryPath(list, id);
  usePageTitle(way.at(-1) ?? t('categories'));
  return (
    <div className={people.split}>
      <PageBreadcrumbs>
        <h1 className={styles.title}>{t('categories')}</h1>
      </PageBreadcrumbs>
      <Side id={id} list={list} found={found} />
      {id !== undefined && <CategoryDocuments key={id} id={id} way={way} />}
      {id === undefined && list.length > 0 && (
        <Empty icon={<AppstoreOutlined />} title={t('chooseCategory')} hint={t('chooseCategoryHint')} />
      )}
    </div>
  );
}

interface SideProps {
  id: string | undefined;
  list: readonly Category[];
  found: UseQueryResult<Category[], CallError>;
}

/** The category tree, with its administration where permitted. */
function Side({ id, list, found }: SideProps): ReactNode {
  const t = useText('classification.labels');
  const go = useNavigate();
  const may = usePermissions()('categories.edit');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const menuOf = useCategoryMenu(list);
  const turn = (one: string, open: boolean): void =>
    setClosed(open ? new Set([...closed].filter((other) => other !== one)) : new Set([...closed, one]));
  return (
    <section className={people.side} aria-label={t('categories')}>
      <header className={people.sideHead}>
        <h2>{t('categories')}</h2>
        {may && (
          <Button
            type="text"
            size="small"
            icon={<PlusOutlined />}
            aria-label={t('newCategory')}
            title={t('newCategory')}
            onClick={() => openNewCategory()}
          />
        )}
      </header>
      <div className={people.sideBody}>
        {found.error && !found.data && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
        {found.isPending && !found.error && <Spinner label={t('loading')} delay={150} />}
        {found.data?.length === 0 && (
          <Empty small icon={<AppstoreOutlined />} title={t('noCategories')} hint={t(may ? 'noCategoriesHint' : 'noCategoriesYet')} />
        )}
        {list.length > 0 && (
          <CategoryTree
            branches={categoryNodes(list, closed)}
            chosen={id}
            choose={(one) => go(path, { id: one })}
            turn={turn}
            menuOf={may ? menuOf : undefined}
          />
        )}
      </div>
    </section>
  );
}
