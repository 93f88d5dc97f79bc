import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, amongTexts, compiled, compiledWrite } from '../../../platform/db/dialect.ts';
import type { ItemTable } from '../../../platform/db/types.generated.ts';
import type { ItemRow } from '../../access/items.queries.ts';

export const insertItem = (db: Db, row: Insertable<ItemTable>) => db.insertInto('item').values(row).execute();

/** A new document. */
interface NewDocument {
  id: number;
  kind: number;
  organisation_id: number;
  area: number;
  area_owner_id: number;
  cabinet_id: number;
  parent_id: number;
  acl_id: number;
  name: string;
  name_key: string;
  name_sort: string;
  ext: string;
  size: number;
  version_no: number;
  major_no: number;
  minor_no: number;
  revision_id: number;
  /** 1: an attachment of the document `parent_id`; 2: of the flow `parent_id`. */
  attached: number;
  person: number;
  /** The author, where that is not the creator. */
  author: number;
  at: number;
}

/** The caller has checked in this transaction that the name is free; where another transaction takes it meanwhile, this fails at once. */
export const insertDocument = compiledWrite<NewDocument>((db, p) =>
  db.insertInto('item').values({
    id: p.id,
    kind: p.kind,
    organisation_id: p.organisation_id,
    area: p.area,
    area_owner_id: p.area_owner_id,
    cabinet_id: p.cabinet_id,
    parent_id: p.parent_id,
    acl_id: p.acl_id,
    name: p.name,
    name_key: p.name_key,
    name_sort: p.name_sort,
    ext: p.ext,
    size: p.size,
    version_no: p.version_no,
    major_no: p.major_no,
    minor_no: p.minor_no,
    revision_id: p.revision_id,
    attached: p.attached,
    creator_id: p.author,
    updater_id: p.author,
    owner_id: p.person,
    created_at: p.at,
    updated_at: p.at,
  }),
);

export const updateItem = (db: Db, id: number, changes: Updateable<ItemTable>) =>
  db.updateTable('item').set(changes).where('id', '=', id).execute();

// repeats the conditions of the unique indexes literally: with a bound value the database does not see that they apply
const standsInPlace = sql<boolean>`bin_id = 0 and parent_id <> 0`;

const standsAsCabinet = sql<boolean>`bin_id = 0 and parent_id = 0`;

/** The item of a name in a container; names do not lead from documents to their attachments. */
export const childByKey = compiled<{ parent: number; key: string }, ItemRow>((db, p) =>
  db
    .selectFrom('item')
    .selectAll()
    .where('parent_id', '=', p.parent)
    .where('name_key', '=', p.key)
    .where(standsInPlace)
    .where('attached', '=', 0),
);

export const cabinetByKey = compiled<{ organisation: number; area: number; shelf: number; key: string }, ItemRow>((db, p) =>
  db
    .selectFrom('item')
    .selectAll()
    .where('organisation_id', '=', p.organisation)
    .where('area', '=', p.area)
    .where('area_owner_id', '=', p.shelf)
    .where('name_key', '=', p.key)
    .where(standsAsCabinet),
);

export const childrenByKeys = (db: Db, parentId: number, keys: string[]) =>
  db
    .selectFrom('item')
    .selectAll()
    .where('parent_id', '=', parentId)
    .where(standsInPlace)
    .where('name_key', 'in', amongTexts(db, JSON.stringify(keys)))
    .execute();

/** The taken ones of some names in a container. */
export const takenKeys = compiled<{ parent: number; keys: string }, Pick<ItemRow, 'name_key'>>((db, p) =>
  db
    .selectFrom('item')
    .select('name_key')
    .where('parent_id', '=', p.parent)
    .where(standsInPlace)
    .where('name_key', 'in', amongTexts(db, p.keys)),
);

export const cabinetsByKeys = (db: Db, scope: { organisation_id: number; area: number; area_owner_id: number }, keys: string[]) =>
  db
    .selectFrom('item')
    .select('name_key')
    .where('organisation_id', '=', scope.organisation_id)
    .where('area', '=', scope.area)
    .where('area_owner_id', '=', scope.area_owner_id)
    .where(standsAsCabinet)
    .where('name_key', 'in', amongTexts(db, JSON.stringify(keys)))
    .execute();

/** The number of ancestors of an item, itself included. */
export const levelsUp = compiled<{ id: number }, { n: number }>((db, p) =>
  db
    .withRecursive('up', (with_) =>
      with_
        .selectFrom('item')
        .select(['id', 'parent_id'])
        .where('id', '=', p.id)
        .unionAll(with_.selectFrom('item').innerJoin('up', 'up.parent_id', 'item.id').select(['item.id', 'item.parent_id'])),
    )
    .selectFrom('up')
    .select((select) => select.fn.countAll<number>().as('n')),
);

interface NewLock {
  id: number;
  personId: number;
  at: number;
  /** It is a check-out. */
  checkedOut?: boolean;
}

/** Locks an item for a user; a lock that the user holds already keeps its time, and a check-out stays one. */
export const setLock = async (db: Db, { id, personId, at, checkedOut = false }: NewLock): Promise<boolean> => {
  const done = await db
    .updateTable('item')
    .set((set) => ({
      lock_person_id: personId,
      locked_at: set.case().when('lock_person_id', '=', personId).then(set.ref('locked_at')).else(at).end(),
      ...(checkedOut
        ? { checked_out: 1 }
        : { checked_out: set.case().when('lock_person_id', '=', personId).then(set.ref('checked_out')).else(0).end() }),
    }))
    .where('id', '=', id)
    .where((where) => where.or([where('lock_person_id', '=', 0), where('lock_person_id', '=', personId)]))
    .returning('id')
    .execute();
  return done.length > 0;
};

export const clearLock = (db: Db, id: number) =>
  db.updateTable('item').set({ lock_person_id: 0, locked_at: 0 }).where('id', '=', id).execute();

export const releaseLockOf = (db: Db, { itemId, personId, since }: { itemId: number; personId: number; since: number }) =>
  db
    .updateTable('item')
    .set({ lock_person_id: 0, locked_at: 0 })
    .where('id', '=', itemId)
    .where('lock_person_id', '=', personId)
    .where('locked_at', '=', since)
    .execute();

/** Documents that a user owns, with their bytes, by organisation. */
export const documentsOwned = (db: Db, ownerId: number) =>
  db
    .selectFrom('item')
    .select(({ fn }) => ['organisation_id', fn.countAll<number>().as('n'), sql<number>`cast(sum(size) as bigint)`.as('bytes')])
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 33)
    .groupBy('organisation_id')
    .execute();

export async function countLocks(db: Db, personId: number): Promise<number> {
  const { n } = await db
    .selectFrom('item')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('lock_person_id', '=', personId)
    .where(sql<boolean>`lock_person_id <> 0`)
    .executeTakeFirstOrThrow();
  return n;
}

export const freeLocks = (db: Db, personId: number) =>
  db
    .updateTable('item')
    .set({ lock_person_id: 0, locked_at: 0 })
    .where('lock_person_id', '=', personId)
    .where(sql<boolean>`lock_person_id <> 0`)
    .execute();

/** The personal cabinets of a user in every organisation, including deleted ones. */
export const personalCabinets = (db: Db, personId: number) =>
  db
    .selectFrom('item')
    .select(['id', 'name', 'name_key', 'bin_id', 'organisation_id'])
    .where('parent_id', '=', 0)
    .where('kind', '=', 31)
    .where('area', '=', 2)
    .where('area_owner_id', '=', personId)
    .orderBy('name_sort')
    .orderBy('id')
    .execute();

/** Moves cabinets with all their contents, deleted items included, to the personal documents of another user. */
export async function movePersonalCabinets(db: Db, cabinets: number[], shelfId: number): Promise<void> {
  await sql`with recursive below(id) as (
      select id from item where id in ${among(db, JSON.stringify(cabinets))}
      union all
      select item.id from item join below on item.parent_id = below.id where item.kind <> 33)
    update item set area_owner_id = ${shelfId} where parent_id in (select id from below)`.execute(db);
}

export const giveItems = (db: Db, { from, to, organisationId }: { from: number; to: number; organisationId: number }) =>
  db.updateTable('item').set({ owner_id: to }).where('owner_id', '=', from).where('organisation_id', '=', organisationId).execute();
