import { codes } from '@dossier/contract/codes';
import type { doors } from '@dossier/contract/doors';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { needChangeablePerson } from '../people/change-user.ts';
import { endSessionsLetIn, sessionsThrough } from '../session/end-sessions.ts';
import { nameOf, partsOf } from './outside-name.ts';
import { deleteIdentity, identitiesOf } from './queries.ts';

/** Enough of a subject to know it again by. */
const shortened = (subject: string): string => (subject.length > 14 ? `${subject.slice(0, 6)}…${subject.slice(-4)}` : subject);

/** The accounts elsewhere that sign a person of the organisation in. */
export async function listTies(ctx: Ctx, input: ParsedOf<typeof doors.ties>): Promise<OutputOf<typeof doors.ties>> {
  const id = Number(input.id);
  await needChangeablePerson(ctx, id, 'people.secrets');
  const [rows, standing] = [await identitiesOf(ctx.db, id), await sessionsThrough(ctx, id)];
  const list = rows.map((row) => {
    const { door, at } = partsOf(row.provider);
    return {
      provider: row.provider,
      door,
      ...(at === '' ? {} : { at }),
      subject: shortened(row.subject),
      shown: row.shown,
      since: isoTime(row.created_at),
      ...(row.used_at === null ? {} : { lastUsed: isoTime(row.used_at) }),
      sessions: standing.get(row.provider) ?? 0,
    };
  });
  return { list };
}

/** Unties an account elsewhere: it no longer signs the person in, and only sessions stay that began with password or passkey. The person is told. */
export async function untie(ctx: Ctx, input: ParsedOf<typeof doors.untie>): Promise<{ ended: number }> {
  const id = Number(input.id);
  const person = await needChangeablePerson(ctx, id, 'people.secrets');
  // administrators unbind their own in their own menu; the one that they came through would lock them out
  if (id === ctx.user.id) throw new Refusal(codes.cannotChangeSelf);
  if (!(await deleteIdentity(ctx.db, id, input.provider))) throw new Refusal(codes.bindingMissing);
  const ended = await endSessionsLetIn(ctx.db, id);
  const parts = partsOf(input.provider);
  await ctx.say('user.updated', { objId: id, objName: person.full_name, changed: ['tie', parts.door] });
  await ctx.say('identity.untied', { personId: id, where: await nameOf(ctx.db, parts) });
  return { ended };
}
