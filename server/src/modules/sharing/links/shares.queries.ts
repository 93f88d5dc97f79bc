import { colleagueTypes } from '@dossier/contract/sharing/share-shapes';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, compiled, containing } from '../../../platform/db/dialect.ts';
import type { ShareItemTable, ShareRecipientTable, ShareTable } from '../../../platform/db/types.generated.ts';

export type ShareRow = Selectable<ShareTable>;

export const shareById = compiled<{ id: number }, ShareRow>((db, p) => db.selectFrom('share').selectAll().where('id', '=', p.id));

export const shareByToken = compiled<{ hash: string }, ShareRow>((db, p) =>
  db.selectFrom('share').selectAll().where('token_hash', '=', p.hash),
);

export const insertShare = (db: Db, row: Insertable<ShareTable>) => db.insertInto('share').values(row).execute();

export const updateShare = (db: Db, id: number, changes: Updateable<ShareTable>) =>
  db.updateTable('share').set(changes).where('id', '=', id).execute();

export const insertShareItems = (db: Db, rows: Insertable<ShareItemTable>[]) => db.insertInto('share_item').values(rows).execute();

export const itemsOfShares = compiled<{ ids: string }, Selectable<ShareItemTable>>((db, p) =>
  db.selectFrom('share_item').selectAll().where('share_id', 'in', among(db, p.ids)).orderBy('share_id').orderBy('place'),
);

/** Filter of a list of shares. */
interface ShareFilter {
  organisationId: number;
  personId?: number | undefined;
  status?: 'enabled' | 'expired' | 'closed' | undefined;
  keyword?: string | undefined;
  itemId?: number | undefined;
  /** Only those with colleagues. */
  internal?: boolean | undefined;
  now: number;
  limit: number;
  offset: number;
}

/** A page of shares, newest first. */
export async function pageOfShares(db: Db, wanted: ShareFilter): Promise<{ rows: ShareRow[]; total: number }> {
  let found = db.selectFrom('share').where('organisation_id', '=', wanted.organisationId);
  if (wanted.personId !== undefined) found = found.where('person_id', '=', wanted.personId);
  if (wanted.keyword) found = found.where('name_key', 'like', containing(wanted.keyword) as never);
  if (wanted.itemId !== undefined)
    found = found.where('id', 'in', (from) =>
      from
        .selectFrom('share_item')
        .select('share_id')
        .where('item_id', '=', wanted.itemId ?? 0),
    );
  if (wanted.internal === true)
    found = found.where((where) =>
      where.exists(
        where
          .selectFrom('share_recipient')
          .select('share_recipient.id')
          .whereRef('share_recipient.share_id', '=', 'share.id')
          .where('share_recipient.kind', 'in', [...colleagueTypes])
          .where('share_recipient.revoked_at', '=', 0),
      ),
    );
  if (wanted.status === 'closed') found = found.where('closed_at', '>', 0);
  if (wanted.status === 'expired') found = found.where('closed_at', '=', 0).where('deadline', '<=', wanted.now);
  if (wanted.status === 'enabled')
    found = found
      .where('closed_at', '=', 0)
      .where((where) => where.or([where('deadline', 'is', null), where('deadline', '>', wanted.now)]));
  const { n } = await found.select((select) => select.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await found
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(wanted.limit)
    .offset(wanted.offset)
    .execute();
  return { rows, total: n };
}

/** Which of some items a user shares with an open link. */
export const sharedAmong = compiled<{ person: number; ids: string; now: number }, { item_id: number }>((db, p) =>
  db
    .selectFrom('share_item')
    .innerJoin('share', 'share.id', 'share_item.share_id')
    .select('share_item.item_id')
    .distinct()
    .where('share_item.item_id', 'in', among(db, p.ids))
    .where('share.person_id', '=', p.person)
    .where('share.closed_at', '=', 0)
    .where((where) => where.or([where('share.deadline', 'is', null), where('share.deadline', '>', p.now)])),
);

/** Whether a share names an item itself, also one that is closed, as that can be opened again. */
export const isSharedItem = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('share_item').select('share_id').where('item_id', '=', id).limit(1).executeTakeFirst()) !== undefined;

/** Removes purged items from shares. */
export const deleteItemsFromShares = (db: Db, ids: number[]) =>
  db
    .deleteFrom('share_item')
    .where('item_id', 'in', among(db, JSON.stringify(ids)))
    .execute();

const limitOf = (column: 'download_limit' | 'print_limit') =>
  sql<number>`case when ${sql.ref(column)} = 0 then 99 else ${sql.ref(column)} end`;

/** Consumes one of the remaining downloads or prints of a share in one statement; answers how many are left, undefined where none was. */
export async function consumeUse(db: Db, id: number, what: 'downloads' | 'prints'): Promise<number | undefined> {
  const limit = limitOf(what === 'downloads' ? 'download_limit' : 'print_limit');
  const row = await db
    .updateTable('share')
    .set({ [what]: sql<number>`${sql.ref(what)} + 1` })
    .where('id', '=', id)
    .where(sql.ref(what), '<', limit as never)
    .returning(sql<number>`${limit} - ${sql.ref(what)}`.as('left'))
    .executeTakeFirst();
  return row?.left;
}

/** Counts an opening of a share; answers whether it was the first. */
export async function countOpened(db: Db, id: number, now: number): Promise<boolean> {
  await db.updateTable('share').set({ opens: sql<number>`opens + 1`, last_opened_at: now }).where('id', '=', id).execute();
  const first = await db
    .updateTable('share')
    .set({ first_opened_at: now })
    .where('id', '=', id)
    .where('first_opened_at', '=', 0)
    .returning('id')
    .executeTakeFirst();
  return first !== undefined;
}

/** Deletes the row of a share; its dependent rows are deleted before. */
export async function deleteShare(db: Db, id: number): Promise<void> {
  await db.deleteFrom('share_item').where('share_id', '=', id).execute();
  await db.deleteFrom('share').where('id', '=', id).execute();
}

/** Closes all shares of a user. */
export const closeAllSharesOf = (db: Db, personId: number, now: number) =>
  db.updateTable('share').set({ closed_at: now }).where('person_id', '=', personId).where('closed_at', '=', 0).execute();

export const ruleOf = (db: Db, organisationId: number) =>
  db.selectFrom('share_rule').selectAll().where('organisation_id', '=', organisationId).executeTakeFirst();

export const putRule = (
  db: Db,
  row: { organisation_id: number; external: number; force_password: number; longest_days: number; group_ids: string },
) =>
  db
    .insertInto('share_rule')
    .values(row)
    .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(row))
    .execute();

export type RecipientRow = Selectable<ShareRecipientTable>;

export const recipientsOf = compiled<{ ids: string }, RecipientRow>((db, p) =>
  db.selectFrom('share_recipient').selectAll().where('share_id', 'in', among(db, p.ids)).orderBy('id'),
);

/** The rows that can admit or refuse an address: its own, those that are no address, and revoked ones. */
export const recipientsForAddress = compiled<{ share: number; mail: string }, RecipientRow>((db, p) =>
  db
    .selectFrom('share_recipient')
    .selectAll()
    .where('share_id', '=', p.share)
    .where((where) => where.or([where('kind', '<>', 'mail'), where('value', '=', p.mail), where('revoked_at', '>', 0)])),
);

export const recipientById = (db: Db, shareId: number, id: number) =>
  db.selectFrom('share_recipient').selectAll().where('id', '=', id).where('share_id', '=', shareId).executeTakeFirst();

export const insertRecipients = (db: Db, rows: Insertable<ShareRecipientTable>[]) =>
  db
    .insertInto('share_recipient')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['share_id', 'kind', 'value', 'principal_id']).doNothing())
    .execute();

export const deleteRecipients = (db: Db, ids: number[]) =>
  db
    .deleteFrom('share_recipient')
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();

export const setNamed = (db: Db, id: number) => db.updateTable('share_recipient').set({ by_domain: 0 }).where('id', '=', id).execute();

export const setRevoked = (db: Db, id: number, at: number) =>
  db.updateTable('share_recipient').set({ revoked_at: at }).where('id', '=', id).execute();

export const setOpened = (db: Db, id: number, now: number) =>
  db.updateTable('share_recipient').set({ opened_at: now }).where('id', '=', id).execute();

export const deleteRecipientsOf = (db: Db, shareId: number) => db.deleteFrom('share_recipient').where('share_id', '=', shareId).execute();

/** What a user can be a recipient by: the account, and the memberships. */
interface RecipientMembership {
  person: number;
  organisation: number;
  groups: string;
  departments: string;
}

/** The shares for a colleague, by account or membership, except where the account is revoked. */
function sharesFor(db: Db, { person, organisation, groups, departments }: RecipientMembership) {
  const mine = db
    .selectFrom('share_recipient as r')
    .select('r.share_id')
    .where((where) =>
      where.or([
        where.and([where('r.kind', '=', 'user'), where('r.principal_id', '=', person), where('r.by_domain', '=', 0)]),
        where.and([where('r.kind', '=', 'organisation'), where('r.principal_id', '=', organisation)]),
        where.and([where('r.kind', '=', 'group'), where('r.principal_id', 'in', among(db, groups))]),
        where.and([where('r.kind', '=', 'department'), where('r.principal_id', 'in', among(db, departments))]),
      ]),
    )
    .where('r.revoked_at', '=', 0);
  const shut = db
    .selectFrom('share_recipient as s')
    .select('s.share_id')
    .where('s.kind', '=', 'user')
    .where('s.principal_id', '=', person)
    .where('s.revoked_at', '>', 0);
  return { mine, shut };
}

interface ReceivedPage extends RecipientMembership {
  space: number;
  now: number;
  keyword: string;
  limit: number;
  offset: number;
}

/** The open shares for a colleague. */
function openSharesFor(db: Db, asked: RecipientMembership & { space: number; now: number }) {
  const { mine, shut } = sharesFor(db, asked);
  return db
    .selectFrom('share')
    .where('organisation_id', '=', asked.space)
    .where('closed_at', '=', 0)
    .where('person_id', '<>', asked.person)
    .where((where) => where.or([where('deadline', 'is', null), where('deadline', '>', asked.now)]))
    .where('id', 'in', mine)
    .where('id', 'not in', shut);
}

/** Of some shares those that are open for a colleague, and their own ones. */
export async function sharesKnownAmong(
  db: Db,
  ids: readonly number[],
  asked: RecipientMembership & { space: number; now: number },
): Promise<{ id: number; name: string }[]> {
  const wanted = among(db, JSON.stringify(ids));
  const received = await openSharesFor(db, asked).select(['id', 'name']).where('id', 'in', wanted).execute();
  const own = db.selectFrom('share').select(['id', 'name']).where('id', 'in', wanted);
  return [...received, ...(await own.where('person_id', '=', asked.person).where('organisation_id', '=', asked.space).execute())];
}

/** A page of the open shares for a colleague, newest first. */
export async function receivedShares(db: Db, asked: ReceivedPage): Promise<{ rows: ShareRow[]; total: number }> {
  let found = openSharesFor(db, asked);
  if (asked.keyword !== '') found = found.where('name_key', 'like', containing(asked.keyword) as never);
  const { n } = await found.select((select) => select.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const page = found.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(asked.limit).offset(asked.offset);
  return { rows: await page.execute(), total: n };
}
