import { codes } from '@dossier/contract/codes';
import type { people } from '@dossier/contract/people';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { addGuest } from '../people/guests.ts';
import { countTry, uncountTry } from './queries.ts';

const hour = 3_600_000;
/** An organisation may miss so often in an hour: nobody learns by trying who else has an account on the site. */
const rule = { windowMs: hour, limit: 20, blockMs: hour };

/** Lets somebody in as a guest; what finds nobody is counted, before it is looked for. */
export async function inviteGuest(ctx: Ctx, input: ParsedOf<typeof people.addGuest>): Promise<OutputOf<typeof people.addGuest>> {
  const key = `guest:${ctx.user.organisationId}`;
  const { database } = ctx.house;
  const tries = await database.write((db) => countTry(db, key, { ...rule, now: ctx.now }));
  if (tries > rule.limit) throw new Refusal(codes.tooManyRequests);
  const answer = await inTransaction(ctx, (inner) => addGuest(inner, input));
  await database.write((db) => uncountTry(db, key, rule.limit));
  return answer;
}
