import type { House } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { deletePasskeysOf } from './passkey-queries.ts';

/**
 * Removes the passkeys of a person whose password was reset: whoever made one with a borrowed session, or stole the device, is out too.
 * People who change their password themselves keep them; they see the list, and an intruder who knew the password could make others.
 */
export const dropPasskeys: House['onPasswordSet'][number] = async (ctx, { id, full_name }, how) => {
  if (how === 'changed' || !(await deletePasskeysOf(ctx.db, id))) return;
  await ctx.say('user.updated', { objId: id, objName: full_name, personId: id, personName: full_name, changed: ['passkeys'] });
  await ctx.say('passkeys.reset', { personId: id });
};

/** Removes the passkeys of somebody who is removed themselves. */
export const dropPasskeysOf = async (db: Db, personId: number): Promise<void> => void (await deletePasskeysOf(db, personId));
