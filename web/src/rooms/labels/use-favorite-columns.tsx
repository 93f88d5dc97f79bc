import type { Favorite } from '@dossier/contract/labels';
import { useMemo } from 'react';
import { useText } from '../../ground/text.ts';
import { Time } from '../../ground/ui/time.tsx';
import { useItemColumns } from '../library/item-columns.tsx';
import type { Column } from '../library/list/column.ts';

/** The columns of items, with the time of the mark; favourites come newest first, so no head sorts. */
export function useFavoriteColumns(): readonly Column<Favorite>[] {
  const t = useText('labels');
  const shared = useItemColumns();
  return useMemo(() => {
    const [name, ...rest] = shared.map((column): Column<Favorite> => ({ ...column, sort: undefined }));
    const starred: Column<Favorite> = {
      id: 'starred',
      label: t('starredAt'),
      width: 120,
      end: true,
      cell: (item) => <Time iso={item.favoriteTime} />,
    };
    return [...(name ? [name] : []), starred, ...rest.filter((column) => column.id !== 'order')];
  }, [shared, t]);
}
