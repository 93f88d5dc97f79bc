import { codes } from '@dossier/contract/codes';
import type { people } from '@dossier/contract/people';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { addGuest, findGuest } from '../people/guests.ts';
import { countTry, uncountTry } from '../guard/tries.ts';

const hour = 3_600_000;
/** An organisation may look so often in an hour without inviting anybody: nobody learns by trying who else has an account on the site. */
const rule = { windowMs: hour, limit: 20, blockMs: hour };
/** Each invitation is a message to somebody, and so is its end: nobody's inbox is filled by inviting them again and again. */
const perPerson = { windowMs: 24 * hour, limit: 3, blockMs: 24 * hour };
const counterOf = (ctx: Ctx): string => `guest:${ctx.user.organisationId}`;

/** Looks for somebody to invite; counted before anything is looked for, be they found or not. */
export async function lookForGuest(ctx: Ctx, input: ParsedOf<typeof people.findGuest>): Promise<OutputOf<typeof people.findGuest>> {
  const { write } = ctx.house.database;
  const tries = await write((db) => countTry(db, counterOf(ctx), { ...rule, now: ctx.now }));
  if (tries > rule.limit) throw new Refusal(codes.tooManyRequests);
  const found = await findGuest(ctx, input);
  if (found.here) await write((db) => uncountTry(db, counterOf(ctx), rule.limit));
  return found;
}

/** Lets in whom the inviter looked at; they are told, so that look was no stealthy one. */
export async function inviteGuest(ctx: Ctx, input: ParsedOf<typeof people.addGuest>): Promise<OutputOf<typeof people.addGuest>> {
  const answer = await addGuest(ctx, input);
  if (!answer.added) return answer;
  const times = await countTry(ctx.db, `invited:${ctx.user.organisationId} ${answer.id}`, { ...perPerson, now: ctx.now });
  if (times > perPerson.limit) throw new Refusal(codes.tooManyRequests);
  await uncountTry(ctx.db, counterOf(ctx), rule.limit);
  return answer;
}
