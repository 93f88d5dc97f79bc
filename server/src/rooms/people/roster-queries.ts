import { sql } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import { amongTexts } from '../../ground/db/words.ts';

const accountFields = [
  'id',
  'organisation_id',
  'login_name',
  'login_key',
  'full_name',
  'mail',
  'mail_key',
  'enabled',
  'lang',
  'created_at',
  'password_hash',
] as const;

/** The accounts of the site that have one of these login names or mail addresses. */
export const accountsKnownAs = (db: Db, { logins, mails }: { logins: string[]; mails: string[] }) =>
  db
    .selectFrom('person')
    .select(accountFields)
    .where('login_key', 'in', amongTexts(db, JSON.stringify(logins)))
    .union(
      db
        .selectFrom('person')
        .select(accountFields)
        .where('mail_key', 'in', amongTexts(db, JSON.stringify(mails))),
    )
    .execute();

/** A piece of an organisation's own accounts by name, after the one that the last piece ended with. */
export const accountsAfter = (
  db: Db,
  organisationId: number,
  { after, limit }: { after: { full_sort: string; id: number }; limit: number },
) =>
  db
    .selectFrom('person')
    .select(['id', 'login_name', 'full_name', 'full_sort', 'mail', 'enabled', 'lang'])
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`(full_sort, id) > (${after.full_sort}, ${after.id})`)
    .orderBy('full_sort')
    .orderBy('id')
    .limit(limit)
    .execute();
