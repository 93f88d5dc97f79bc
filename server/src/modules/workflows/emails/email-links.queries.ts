import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among } from '../../../platform/db/dialect.ts';
import type { FlowEmailLinkTable } from '../../../platform/db/types.generated.ts';
import type { FlowRow } from '../flows/flows.queries.ts';

export type EmailLinkRow = Selectable<FlowEmailLinkTable>;

export const insertLinks = (db: Db, rows: readonly Insertable<FlowEmailLinkTable>[]) =>
  db.insertInto('flow_email_link').values(rows).execute();

export const linkByHash = (db: Db, hash: string): Promise<EmailLinkRow | undefined> =>
  db.selectFrom('flow_email_link').selectAll().where('hash', '=', hash).executeTakeFirst();

/** Uses a link, once; answers whether it was unused. */
export async function useLink(db: Db, hash: string, now: number): Promise<boolean> {
  const used = await db
    .updateTable('flow_email_link')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('used_at', '=', 0)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

/** The flow of a link, whichever organisation it belongs to. */
export const flowOfLink = (db: Db, id: number): Promise<FlowRow | undefined> =>
  db.selectFrom('flow').selectAll().where('id', '=', id).executeTakeFirst();

/** Flows that lines of emails are about, with what their templates let approvers do from an email; nothing where the template is gone. */
export const flowsOfLines = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('flow as f')
    .leftJoin('flow_template as t', 't.id', 'f.template_id')
    .leftJoin('flow_template_version as v', (join) =>
      join.onRef('v.template_id', '=', 'f.template_id').onRef('v.version', '=', 'f.template_version'),
    )
    .select(['f.id', 'f.title', 'f.state', 't.email_decisions', 'v.steps'])
    .where('f.id', 'in', among(db, JSON.stringify(ids)))
    .execute();

/** Deletes links that ended so long ago. */
export const deleteEndedLinks = (db: Db, before: number) => db.deleteFrom('flow_email_link').where('expires_at', '<', before).execute();
