import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, compiled, containing } from '../../../platform/db/dialect.ts';
import type { ShareRecipientTable } from '../../../platform/db/types.generated.ts';
import type { ShareRow } from '../links/shares.queries.ts';

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
export interface RecipientMembership {
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

/** A page of the open shares for a colleague, newest first. */
export async function receivedShares(db: Db, asked: ReceivedPage): Promise<{ rows: ShareRow[]; total: number }> {
  const { mine, shut } = sharesFor(db, asked);
  let found = db
    .selectFrom('share')
    .where('organisation_id', '=', asked.space)
    .where('closed_at', '=', 0)
    .where('person_id', '<>', asked.person)
    .where((where) => where.or([where('deadline', 'is', null), where('deadline', '>', asked.now)]))
    .where('id', 'in', mine)
    .where('id', 'not in', shut);
  if (asked.keyword !== '') found = found.where('name_key', 'like', containing(asked.keyword) as never);
  const { n } = await found.select((select) => select.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const page = found.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(asked.limit).offset(asked.offset);
  return { rows: await page.execute(), total: n };
}
