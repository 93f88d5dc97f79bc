import { among, compiled } from '../../ground/db/words.ts';
import type { ItemRow } from './item-queries.ts';

/** Some items and everything above them, each once. */
export const waysUp = compiled<{ ids: string }, Pick<ItemRow, 'id' | 'parent_id' | 'acl_id' | 'name'>>((db, p) =>
  db
    .withRecursive('up', (with_) =>
      with_
        .selectFrom('item')
        .select(['id', 'parent_id'])
        .where('id', 'in', among(db, p.ids))
        .union(with_.selectFrom('item').innerJoin('up', 'up.parent_id', 'item.id').select(['item.id', 'item.parent_id'])),
    )
    .selectFrom('up')
    .innerJoin('item', 'item.id', 'up.id')
    .select(['item.id', 'item.parent_id', 'item.acl_id', 'item.name']),
);

type Standing = Pick<ItemRow, 'id' | 'parent_id' | 'bin_id' | 'organisation_id' | 'area' | 'name_sort'>;

/** The same with what it takes to put them in order. */
export const standingPlaces = compiled<{ ids: string }, Standing>((db, p) =>
  db
    .withRecursive('up', (with_) =>
      with_
        .selectFrom('item')
        .select(['id', 'parent_id'])
        .where('id', 'in', among(db, p.ids))
        .union(with_.selectFrom('item').innerJoin('up', 'up.parent_id', 'item.id').select(['item.id', 'item.parent_id'])),
    )
    .selectFrom('up')
    .innerJoin('item', 'item.id', 'up.id')
    .select(['item.id', 'item.parent_id', 'item.bin_id', 'item.organisation_id', 'item.area', 'item.name_sort']),
);
