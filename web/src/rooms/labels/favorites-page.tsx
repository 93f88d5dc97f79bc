import { StarOutlined } from '@ant-design/icons';
import { type Favorite, labels } from '@dossier/contract/labels';
import { type ReactNode, use, useMemo } from 'react';
import { useGo, usePageQuery } from '../../ground/go.ts';
import { anyText } from '../../ground/page-query.ts';
import { useMedia } from '../../ground/hooks/use-media.ts';
import type { ItemContext } from '../../ground/item-action.ts';
import { ItemActionsContext, useItemActions } from '../../ground/item-context.ts';
import { rowHeight, useLook } from '../../ground/look.ts';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { DetailsPane } from '../library/details/details-pane.tsx';
import { ItemMenu } from '../library/item-menu.tsx';
import styles from '../library/library.module.css';
import { phoneColumns } from '../library/item-columns.tsx';
import { DataList } from '../library/list/data-list.tsx';
import { useListPrefs } from '../library/list/list-prefs.ts';
import { useListState } from '../library/list/list-state.ts';
import { usePagedRows } from '../library/list/row-source.ts';
import { useListKeys } from '../library/list/use-list-keys.tsx';
import { FavoritesBar } from './favorites-bar.tsx';
import { useFavoriteColumns } from './use-favorite-columns.tsx';

const Query = { keyword: anyText };
const phoneRow = 60;

/** The own favourites, newest first, with all that can be done with them. */
export function FavoritesPage(): ReactNode {
  const t = useText('labels');
  const { keyword } = usePageQuery(Query);
  const phone = useMedia('phone');
  const density = useLook((look) => look.density);
  const { open } = use(ItemActionsContext);
  const input = useMemo(() => (keyword ? { keyword } : {}), [keyword]);
  const source = usePagedRows<Favorite>(labels.favorites, input, { family: 'favorites' });
  const state = useListState(source, 'favorites');
  const columns = useFavoriteColumns();
  const ctx = useContextOf(source);
  const itemActions = useItemActions(state.rows, ctx);
  useListKeys({ itemActions, placeActions: [], ctx, rows: state.rows });
  return (
    <div className={styles.page}>
      <FavoritesBar state={state} total={source.total} actions={itemActions} keyword={keyword} />
      <div className={styles.body}>
        <ItemMenu itemActions={itemActions} placeActions={[]}>
          <div className={styles.list}>
            {source.error !== null ? (
              <ErrorBox error={source.error} retry={source.retry} />
            ) : source.total === 0 ? (
              <Empty icon={<StarOutlined />} title={t(keyword ? 'nothingFound' : 'empty')} {...(!keyword && { hint: t('emptyHint') })} />
            ) : (
              <DataList
                label={t('favorites')}
                source={source}
                state={state}
                columns={phone ? phoneColumns : columns}
                bare={phone}
                rowHeight={phone ? phoneRow : rowHeight[density]}
                open={(item) => void open(item, ctx)}
              />
            )}
          </div>
        </ItemMenu>
        <DetailsPane items={state.rows} folder={undefined} close={() => useListPrefs.setState({ details: false })} />
      </div>
    </div>
  );
}

function useContextOf(source: { rowAt: (index: number) => Favorite | undefined; total: number | undefined }): ItemContext {
  const go = useGo();
  return {
    place: 'favorites',
    go,
    get siblings() {
      return Array.from({ length: source.total ?? 0 }, (_, at) => source.rowAt(at)).filter((item) => item !== undefined);
    },
    showDetails: (tab) =>
      useListPrefs.setState(({ details }) => ({ details: tab !== undefined || !details, ...(tab !== undefined && { tab }) })),
  };
}
