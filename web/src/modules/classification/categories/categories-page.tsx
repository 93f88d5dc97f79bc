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
import { session } from '../../../platform/sessions.ts';
import { useListPreferences } from '../../../platform/ui/data-table/list-preferences.ts';
import { PagesOf, useListPages } from '../../../platform/ui/data-table/list-pages.tsx';
import { useListState } from '../../../platform/ui/data-table/list-state.ts';
import { usePagedRows } from '../../../platform/ui/data-table/paged-rows.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useMedia, usePageTitle } from '../../../platform/ui/hooks.ts';
import { Row, Heading, Stack, Text } from '../../../platform/ui/layout.tsx';
import { SidePane, Split, Toolbar } from '../../../platform/ui/page-layout.tsx';
import { Breadcrumbs, PageBreadcrumbs } from '../../../platform/ui/links.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { TreeCount, TreeView } from '../../../platform/ui/tree-view.tsx';
import { BottomBar, FittingActions, ItemMenu } from '../../documents/action-buttons.tsx';
import { DetailsPane } from '../../documents/details-pane.tsx';
import { showDetails } from '../../documents/folder-context.ts';
import { phoneColumns, useItemColumns } from '../../documents/item-columns.tsx';
import { useRenaming } from '../../documents/renaming.ts';
import { useListKeys } from '../../documents/use-list-keys.tsx';
import styles from './categories.module.css';
import { openNewCategory, useCategoryMenu } from './category-dialogs.tsx';
import { type CategoryNode, categoryNodes, categoryPath } from './category-nodes.ts';

const phoneRow = 60;

interface HeadProps {
  categoryNames: readonly string[];
  total: number | undefined;
  count: number;
  actions: ReadyAction[];
}

/** The documents in a category, with all their actions. */
export function CategoryDocuments({ id, categoryNames }: { id: string; categoryNames: readonly string[] }): ReactNode {
  const t = useText('classification.labels');
  const phone = useMedia('phone');
  const density = useAppearance((appearance) => appearance.density);
  const { open, addressOf } = use(ItemExtensionsContext);
  const input = useInput(id);
  const whole = usePagedRows<Item>(categories.documents, input, { family: 'category' });
  const pages = useListPages(whole, `${input.sortField} ${input.sortDirection}`);
  const { source } = pages;
  const state = useListState(source, `category/${id}${pages.key}`);
  const all = useItemColumns();
  const columns = useMemo(() => all.filter((column) => column.id !== 'order'), [all]);
  const ctx = useCategoryContext();
  const actions = useItemActions(state.rows, ctx);
  const renaming = useRenaming((one) => one.id);
  useListKeys({ itemActions: actions, placeActions: [], ctx, rows: state.rows });
  const count = state.selection.ids.size;
  return (
    <Stack as="section" grow className={styles.documents} aria-label={categoryNames.at(-1) ?? t('categories')}>
      <Head categoryNames={categoryNames} total={whole.total} count={count} actions={actions} />
      <Row grow align="stretch">
        <ItemMenu itemActions={actions} placeActions={[]}>
          <Stack grow anchor>
            {source.error !== null ? (
              <ErrorBox error={source.error} retry={source.retry} />
            ) : source.total === 0 ? (
              <Empty icon={<AppstoreOutlined />} title={t('emptyCategory')} hint={t('emptyCategoryHint')} />
            ) : (
              <DataTable
                label={categoryNames.at(-1) ?? t('categories')}
                {...{ source, state, renaming }}
                columns={phone ? phoneColumns : columns}
                bare={phone}
                rowHeight={phone ? phoneRow : rowHeight[density]}
                open={(item) => void open(item, ctx)}
                address={(item) => (session.viewsAs() ? undefined : addressOf(item))}
                details={() => showDetails(useListPreferences.getState().tab)}
              />
            )}
          </Stack>
        </ItemMenu>
        <DetailsPane items={state.rows} folder={undefined} close={() => useListPreferences.setState({ details: false })} />
      </Row>
      {source.error === null && whole.total !== 0 && <PagesOf pages={pages} />}
      {phone && count > 0 && <BottomBar actions={actions} />}
    </Stack>
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
function Head({ categoryNames, total, count, actions }: HeadProps): ReactNode {
  const t = useText('classification.labels');
  const phone = useMedia('phone');
  return (
    <Toolbar as="header" gap={3} wrap={false} className={styles.head}>
      <Heading level={2} size="l" truncate title={categoryNames.join(' / ')}>
        {categoryNames.join(' / ')}
      </Heading>
      <Text size="s" tone="muted" nowrap aria-live="polite">
        {count > 0 ? t('nSelected', { count }) : total !== undefined && t('nDocuments', { count: total })}
      </Text>
      {count > 0 && !phone && <FittingActions actions={actions} first={false} />}
    </Toolbar>
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
  const categoryNames = id === undefined ? [] : categoryPath(list, id);
  usePageTitle(categoryNames.at(-1) ?? t('categories'));
  return (
    <>
      <PageBreadcrumbs>
        <Row justify="between">
          <Breadcrumbs crumbs={[{ title: t('categories') }]} />
          {list.length > 0 && <AddCategory />}
        </Row>
      </PageBreadcrumbs>
      {found.data?.length === 0 ? (
        <NoCategories />
      ) : (
        <Split sideLabel={t('categories')} side={<Side id={id} list={list} found={found} />}>
          {id !== undefined && <CategoryDocuments key={id} id={id} categoryNames={categoryNames} />}
          {id === undefined && list.length > 0 && (
            <Empty icon={<AppstoreOutlined />} title={t('chooseCategory')} hint={t('chooseCategoryHint')} />
          )}
        </Split>
      )}
    </>
  );
}

/** Makes a category; while there is none, the button stands in the middle of the page. */
function AddCategory(): ReactNode {
  const t = useText('classification.labels');
  if (!usePermissions()('categories.edit')) return null;
  return <ToolButton label={t('newCategory')} icon={<PlusOutlined />} onClick={() => openNewCategory()} />;
}

/** What categories are for, and the first one for whoever may make it. */
function NoCategories(): ReactNode {
  const t = useText('classification.labels');
  const may = usePermissions()('categories.edit');
  return (
    <Empty
      icon={<AppstoreOutlined />}
      title={t('noCategories')}
      hint={t(may ? 'noCategoriesHint' : 'noCategoriesYet')}
      action={
        may && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => openNewCategory()}>
            {t('newCategory')}
          </Button>
        )
      }
    />
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
  const setOpen = (node: CategoryNode, open: boolean): void =>
    setClosed(open ? new Set([...closed].filter((other) => other !== node.id)) : new Set([...closed, node.id]));
  return (
    <SidePane>
      {found.error && !found.data && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && !found.error && <Spinner label={t('loading')} delay={150} />}
      {list.length > 0 && (
        <TreeView
          label={t('categories')}
          nodes={categoryNodes(list, closed)}
          selected={id}
          select={(node) => go(path, { id: node.id })}
          setOpen={setOpen}
          nodeLabel={({ name, category }) => `${name}, ${t('nDocuments', { count: category.count })}`}
          renderTrailing={({ category }) => <TreeCount>{category.count >= 1000 ? '999+' : category.count}</TreeCount>}
          menuOf={may ? menuOf : undefined}
          menuName={({ name }) => t('actionsOf', { name })}
        />
      )}
    </SidePane>
  );
}
