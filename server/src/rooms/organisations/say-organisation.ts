import type { Ctx } from '../../ground/ctx.ts';

/** What was done to an organisation, by its id. */
interface Done extends Record<string, unknown> {
  objId: number;
}

/** Says what the site does to an organisation, to that organisation as well as to where it was done: each reads it in its own log. */
export async function sayOrganisation({ user, say }: Pick<Ctx, 'user' | 'say'>, event: string, done: Done): Promise<void> {
  for (const spaceId of new Set([user.organisationId, done.objId])) await say(event, { ...done, spaceId });
}
