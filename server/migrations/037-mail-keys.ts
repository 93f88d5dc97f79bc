import type { Db } from '../src/platform/db/database.ts';
import { mailKey } from '../src/platform/text/mail-address.ts';

/**
 * The key of a mail address no longer makes one of two domains. Where two accounts turn out to have the same address after all, the one
 * that proved it keeps it, else the older one: the other is still written to, but neither found by it nor its proven reader.
 */
export async function mailKeys(db: Db): Promise<void> {
  const people = await db
    .selectFrom('person')
    .select(['id', 'mail', 'mail_key'])
    .where('mail', 'is not', null)
    .orderBy('mail_proven', 'desc')
    .orderBy('id')
    .execute();
  const taken = new Set<string>();
  const changed: { id: number; key: string | undefined }[] = [];
  for (const { id, mail, mail_key } of people) {
    const key = mailKey(mail ?? '');
    const isFree = !taken.has(key);
    taken.add(key);
    if (!isFree || key !== mail_key) changed.push({ id, key: isFree ? key : undefined });
  }
  // first all are let go: the new key of one may be the old one of another
  for (const { id } of changed) await db.updateTable('person').set({ mail_key: null }).where('id', '=', id).execute();
  for (const { id, key } of changed) {
    const set = key === undefined ? { mail_proven: 0 } : { mail_key: key };
    await db.updateTable('person').set(set).where('id', '=', id).execute();
  }
}
