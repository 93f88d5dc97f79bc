import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, amongTexts, compiled } from '../../../platform/db/dialect.ts';
import type { WebdavPropertyTable } from '../../../platform/db/types.generated.ts';

export type PropertyRow = Selectable<WebdavPropertyTable>;

const inOrder = (db: Db, items: string) =>
  db.selectFrom('webdav_property').where('item_id', 'in', among(db, items)).orderBy('item_id').orderBy('namespace').orderBy('name');

/** All properties of some items. */
export const propertiesOf = compiled<{ items: string }, PropertyRow>((db, p) => inOrder(db, p.items).selectAll());

/** The properties of some items that have one of these names, in whatever namespace. */
export const propertiesNamed = compiled<{ items: string; names: string }, PropertyRow>((db, p) =>
  inOrder(db, p.items).selectAll().where('name', 'in', amongTexts(db, p.names)),
);

/** The names of the properties of some items. */
export const propertyNames = compiled<{ items: string }, Omit<PropertyRow, 'value'>>((db, p) =>
  inOrder(db, p.items).select(['item_id', 'namespace', 'name']),
);

export const putProperty = (db: Db, row: Insertable<WebdavPropertyTable>) =>
  db
    .insertInto('webdav_property')
    .values(row)
    .onConflict((conflict) => conflict.columns(['item_id', 'namespace', 'name']).doUpdateSet({ value: row.value }))
    .execute();

export const deleteProperty = (db: Db, { item_id, namespace, name }: Omit<PropertyRow, 'value'>) =>
  db.deleteFrom('webdav_property').where('item_id', '=', item_id).where('namespace', '=', namespace).where('name', '=', name).execute();

export const copyPropertyRows = (db: Db, { from, to }: { from: number; to: number }) =>
  sql`insert into webdav_property (item_id, namespace, name, value)
    select ${to}, namespace, name, value from webdav_property where item_id = ${from}`.execute(db);

export const deletePropertiesOf = (db: Db, items: string) =>
  db.deleteFrom('webdav_property').where('item_id', 'in', among(db, items)).execute();
