import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { among, compiled } from '../../platform/db/dialect.ts';
import type { ItemTable } from '../../platform/db/types.generated.ts';

export type ItemRow = Selectable<ItemTable>;

export const itemById = compiled<{ id: number }, ItemRow>((db, p) => db.selectFrom('item').selectAll().where('id', '=', p.id));

export const itemsByIds = compiled<{ ids: string }, ItemRow>((db, p) =>
  db.selectFrom('item').selectAll().where('id', 'in', among(db, p.ids)),
);

/** The access lists of some items, deleted ones too. */
export const aclsOfItems = compiled<{ ids: string }, Pick<ItemRow, 'id' | 'acl_id'>>((db, p) =>
  db.selectFrom('item').select(['id', 'acl_id']).where('id', 'in', among(db, p.ids)),
);

/** The item and its ancestors, the item first. */
export const ancestors = compiled<{ id: number }, ItemRow>((db, p) =>
  db
    .withRecursive('up', (with_) =>
      with_
        .selectFrom('item')
        .select(['id', 'parent_id'])
        .where('id', '=', p.id)
        .unionAll(with_.selectFrom('item').innerJoin('up', 'up.parent_id', 'item.id').select(['item.id', 'item.parent_id'])),
    )
    .selectFrom('up')
    .innerJoin('item', 'item.id', 'up.id')
    .selectAll('item'),
);

/** Sets the owner in the row of an item; `setAclRootOwner` gives the rights. */
export const setItemOwner = (db: Db, id: number, ownerId: number) =>
  db.updateTable('item').set({ owner_id: ownerId }).where('id', '=', id).execute();

/** Some items and their ancestors, each once. */
export const ancestorsOfAll = compiled<{ ids: string }, Pick<ItemRow, 'id' | 'parent_id' | 'acl_id' | 'name'>>((db, p) =>
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

type TreePosition = Pick<ItemRow, 'id' | 'parent_id' | 'bin_id' | 'organisation_id' | 'area' | 'name_sort'>;

/** The ancestors with the fields to sort them. */
export const treePositions = compiled<{ ids: string }, TreePosition>((db, p) =>
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
