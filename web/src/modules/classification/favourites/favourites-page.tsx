import { EllipsisOutlined, InfoCircleOutlined, StarOutlined } from '@ant-design/icons';
import { type Favorite, favourites } from '@dossier/contract/classification/favourites';
import { Button } from 'antd';
import { type ReactNode, use, useMemo } from 'react';
import { rowHeight, useAppearance } from '../../../platform/appearance.ts';
import { useText } from '../../../platform/i18n.ts';
import { type ItemContext, ItemExtensionsContext, type ReadyAction, useItemActions } from '../../../platform/item-actions.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { textParam } from '../../../platform/page-query.ts';
import type { Column } from '../../../platform/ui/data-table/columns.ts';
import { DataTable } from '../../../platform/ui/data-table/data-table.tsx';
import { session } from '../../../platform/sessions.ts';
import { useListPreferences } from '../../../platform/ui/data-table/list-preferences.ts';
import { PagesOf, useListPages } from '../../../platform/ui/data-table/list-pages.tsx';
import { type ListState, useListState } from '../../../platform/ui/data-table/list-state.ts';
import { usePagedRows } from '../../../platform/ui/data-table/paged-rows.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { ActionRow, ItemMenu, ListFilter, SelectionCount, ActionsMenu } from '../../documents/action-buttons.tsx';
import { DetailsPane } from '../../documents/details-pane.tsx';
import { phoneColumns, useItemColumns } from '../../documents/item-columns.tsx';
import { useRowTools } from '../../documents/row-tools.tsx';
import { useListKeys } from '../../documents/use-list-keys.tsx';

const roomy = 5;
const tight = 2;

interface FavouritesBarProps {
  state: ListState<Favorite>;
  total: number | undefined;
  actions: ReadyAction[];
  keyword: string | undefined;
}

/** The actions on the selection; without one the number of favourites, and a filter. */
export function FavouritesBar({ state, total, actions, keyword }: FavouritesBarProps): ReactNode {
  const t = useText('documents.library');
  const own = useText('classification.labels');
  const go = useNavigate();
  const narrow = useMedia('narrow');
  const spacing = narrow ? tight : roomy;
  const selected = state.selection.ids.size;
  return (
    <ActionRow>
      {selected > 0 ? (
        <>
          <SelectionCount state={state} />
          <Row gap={1} grow>
            {actions.slice(0, spacing).map((action) => (
              <Button
                key={action.id}
                size="small"
                type="text"
                icon={action.icon}
                danger={action.danger ?? false}
                disabled={action.blocked !== undefined}
                title={action.blocked}
                onClick={action.run}
              >
                {action.label}
              </Button>
            ))}
            {actions.length > spacing && (
              <ActionsMenu actions={actions.slice(spacing)} trigger={['click']}>
                <Button size="small" type="text" icon={<EllipsisOutlined />} aria-label={t('more')} />
              </ActionsMenu>
            )}
          </Row>
        </>
      ) : (
        <Text grow>{total !== undefined && total > 0 && t('countItems', { count: total })}</Text>
      )}
      {selected === 0 && (
        <ListFilter
          keyword={keyword}
          filter={(wanted) => go('/favorite/index', { keyword: wanted }, { replace: true })}
          label={own('filter')}
        />
      )}
      <DetailsButton label={t('details')} />
    </ActionRow>
  );
}

function DetailsButton({ label }: { label: string }): ReactNode {
  const { details } = useListPreferences();
  return (
    <Button
      size="small"
      type="text"
      icon={<InfoCircleOutlined />}
      aria-label={label}
      title={label}
      aria-pressed={details}
      onClick={() => useListPreferences.setState({ details: !details })}
    />
  );
}

/** The columns of items, with the time of the mark; favourites are sorted newest first, so no column is sortable. */
export function useFavouriteColumns(): readonly Column<Favorite>[] {
  const t = useText('classification.labels');
  const shared = useItemColumns();
  return useMemo(() => {
    const [name, ...rest] = shared.map((column): Column<Favorite> => ({ ...column, sort: undefined }));
    const starred: Column<Favorite> = {
      id: 'starred',
      label: t('starredAt'),
      width: 120,
      end: true,
      cell: (item) => <RelativeTime iso={item.favoriteTime} />,
    };
    return [...(name ? [name] : []), starred, ...rest.filter((column) => column.id !== 'order')];
  }, [shared, t]);
}

const Query = { keyword: textParam };
const phoneRow = 60;

/** The user's favourites, newest first, with all their actions. */
export function FavouritesPage(): ReactNode {
  const t = useText('classification.labels');
  const { keyword } = usePageQuery(Query);
  const phone = useMedia('phone');
  const density = useAppearance((appearance) => appearance.density);
  const { open, addressOf } = use(ItemExtensionsContext);
  const input = useMemo(() => (keyword ? { keyword } : {}), [keyword]);
  const whole = usePagedRows<Favorite>(favourites.favorites, input, { family: 'favorites' });
  const pages = useListPages(whole);
  const { source } = pages;
  const state = useListState(source, `favorites${pages.key}`);
  const columns = useFavouriteColumns();
  const ctx = useContextOf(source);
  const itemActions = useItemActions(state.rows, ctx);
  const tools = useRowTools(ctx);
  useListKeys({ itemActions, placeActions: [], ctx, rows: state.rows });
  return (
    <Stack grow>
      <FavouritesBar state={state} total={whole.total} actions={itemActions} keyword={keyword} />
      <Row grow align="stretch">
        <ItemMenu itemActions={itemActions} placeActions={[]}>
          <Stack grow anchor>
            {source.error !== null ? (
              <ErrorBox error={source.error} retry={source.retry} />
            ) : source.total === 0 ? (
              <Empty icon={<StarOutlined />} title={t(keyword ? 'nothingFound' : 'empty')} {...(!keyword && { hint: t('emptyHint') })} />
            ) : (
              <DataTable
                label={t('favorites')}
                source={source}
                state={state}
                columns={phone ? phoneColumns : columns}
                bare={phone}
                rowHeight={phone ? phoneRow : rowHeight[density]}
                {...(phone && tools)}
                open={(item) => void open(item, ctx)}
                address={(item) => (session.viewsAs() ? undefined : addressOf(item))}
              />
            )}
          </Stack>
        </ItemMenu>
        <DetailsPane items={state.rows} folder={undefined} close={() => useListPreferences.setState({ details: false })} />
      </Row>
      {source.error === null && whole.total !== 0 && <PagesOf pages={pages} />}
    </Stack>
  );
}

function useContextOf(source: { rowAt: (index: number) => Favorite | undefined; total: number | undefined }): ItemContext {
  const go = useNavigate();
  return {
    place: 'favorites',
    go,
    get siblings() {
      return Array.from({ length: source.total ?? 0 }, (_, at) => source.rowAt(at)).filter((item) => item !== undefined);
    },
    showDetails: (tab) =>
      useListPreferences.setState(({ details }) => ({ details: tab !== undefined || !details, ...(tab !== undefined && { tab }) })),
  };
}
