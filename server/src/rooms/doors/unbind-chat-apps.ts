import { ChatApp } from '@dossier/contract/doors';
import type { PublicCtx } from '../../ground/ctx.ts';
import { nameOf, partsOf } from './outside-name.ts';
import { deleteIdentity, identitiesOf } from './queries.ts';

/**
 * Unbinds the accounts at chat apps of a person whose password was set anew: whoever bound one with a borrowed session is out too. What
 * the organisation itself runs, as an identity provider or a directory, stays tied.
 */
export async function unbindChatApps(
  ctx: Pick<PublicCtx, 'db' | 'say'>,
  { id, full_name }: { id: number; full_name: string },
): Promise<void> {
  for (const { provider } of await identitiesOf(ctx.db, id)) {
    const parts = partsOf(provider);
    if (!ChatApp.safeParse(parts.door).success) continue;
    await deleteIdentity(ctx.db, id, provider);
    const who = { personId: id, personName: full_name };
    await ctx.say('user.updated', { objId: id, objName: full_name, ...who, changed: ['tie', parts.door] });
    await ctx.say('identity.unbound', { personId: id, where: await nameOf(ctx.db, parts) });
  }
}
