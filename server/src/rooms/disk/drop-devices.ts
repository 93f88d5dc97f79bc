import type { House } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { deleteDevicesOf, forgetSettings } from './queries.ts';

/** Removes the devices of a person whose password was reset: whoever made one with a borrowed session is out too. */
export const dropDevices: House['onPasswordSet'][number] = async (ctx, { id, full_name }, how) => {
  if (how === 'reset' && (await deleteDevicesOf(ctx.db, id)))
    await ctx.say('device.removed', { objId: id, objName: full_name, personId: id, personName: full_name });
};

/** Forgets somebody who is removed themselves. */
export async function forgetDiskOf(db: Db, personId: number): Promise<void> {
  await deleteDevicesOf(db, personId);
  await forgetSettings(db, personId);
}
