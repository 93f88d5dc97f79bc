import type { Db } from '../../ground/db/database.ts';
import type { Principals } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { untagged } from '../../ground/text/plain-mail.ts';
import { doorsFor, insertRecipients, noteOpened, type RecipientRow, recipientsOf } from './recipient-queries.ts';

const isFor = (row: RecipientRow, host: string): boolean =>
  row.kind === 'domain' && row.revoked_at === 0 && (row.value === '*' || row.value === host);

const rowOf = (rows: readonly RecipientRow[], mail: string): RecipientRow | undefined =>
  rows.find((row) => row.kind === 'mail' && row.value === mail);

/**
 * Whether a proven address may open a share that is for named ones: its own row decides, else that of its domain. Who is shut out does not
 * come back by another spelling of the same address.
 */
export async function mailMayOpen(db: Db, shareId: number, mail: string): Promise<boolean> {
  const rows = await doorsFor(db, { share: shareId, mail });
  const own = rowOf(rows, mail);
  if (own !== undefined && (own.revoked_at > 0 || own.by_domain === 0)) return own.revoked_at === 0;
  const isShutOut = rows.some((row) => row.kind === 'mail' && row.revoked_at > 0 && untagged(row.value) === untagged(mail));
  const host = mail.slice(mail.lastIndexOf('@') + 1);
  return !isShutOut && rows.some((row) => isFor(row, host));
}

/** Whether an address is named, or was proven at this share before. */
export const mailIsKnown = async (db: Db, shareId: number, mail: string): Promise<boolean> =>
  (await ownRow(db, shareId, mail)) !== undefined;

/** The recipient that a proven address is, who opened the share now; whoever came by a domain gets a name of their own, so that they can be shut out alone. */
export async function openAsMail(db: Db, shareId: number, { mail, now }: { mail: string; now: number }): Promise<number> {
  const own = await ownRow(db, shareId, mail);
  if (own === undefined)
    await insertRecipients(db, [{ id: newId(), share_id: shareId, kind: 'mail', value: mail, grantee_id: 0, by_domain: 1 }]);
  const row = own ?? (await ownRow(db, shareId, mail));
  if (row === undefined) throw new Error('the row of a recipient is gone');
  await noteOpened(db, row.id, now);
  return row.id;
}

const ownRow = async (db: Db, shareId: number, mail: string): Promise<RecipientRow | undefined> =>
  rowOf(await doorsFor(db, { share: shareId, mail }), mail);

/** Whether a share is for a colleague, in their own name or by what they belong to; who is shut out in their own name is not let in by a group. */
export async function colleagueMayOpen(db: Db, shareId: number, person: Principals): Promise<boolean> {
  const rows = await doorsFor(db, { share: shareId, mail: '' });
  const own = rows.find((row) => row.kind === 'user' && row.grantee_id === person.personId);
  if (own !== undefined && (own.revoked_at > 0 || own.by_domain === 0)) return own.revoked_at === 0;
  const ids: Record<string, readonly number[]> = {
    group: person.groups,
    department: person.departments,
    organisation: [person.organisationId],
  };
  return rows.some((row) => row.revoked_at === 0 && ids[row.kind]?.includes(row.grantee_id) === true);
}

/** Notes that a colleague opened a share: under their own name, which one by a group gets now. */
export async function openAsColleague(db: Db, shareId: number, { personId, now }: { personId: number; now: number }): Promise<number> {
  const mine = async () =>
    (await doorsFor(db, { share: shareId, mail: '' })).find((row) => row.kind === 'user' && row.grantee_id === personId);
  if ((await mine()) === undefined)
    await insertRecipients(db, [{ id: newId(), share_id: shareId, kind: 'user', value: '', grantee_id: personId, by_domain: 1 }]);
  const row = await mine();
  if (row === undefined) throw new Error('the row of a recipient is gone');
  await noteOpened(db, row.id, now);
  return row.id;
}

/** What a share asks of who comes without an account, or with one. */
export async function doorsOf(db: Db, shareId: number): Promise<{ byMail: boolean; byAccount: boolean }> {
  const rows = (await recipientsOf(db, { ids: JSON.stringify([shareId]) })).filter((row) => row.revoked_at === 0 && row.by_domain === 0);
  return { byMail: rows.some((row) => row.grantee_id === 0), byAccount: rows.some((row) => row.grantee_id !== 0) };
}
