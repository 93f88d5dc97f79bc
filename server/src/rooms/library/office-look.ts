import { codes } from '@dossier/contract/codes';
import type { officeLooks } from '@dossier/contract/office-looks';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { needDeed } from '../../ground/http/need-role.ts';
import { Refusal } from '../../ground/refusal.ts';
import { findColleague } from '../people/people.ts';
import { needShared } from './office-gate.ts';
import { showNamed } from './show-named.ts';

const purpose = 'officeLook';
const hourInSeconds = 3600;

/** What a look is about, and the session that it was written into the log for. */
interface Look {
  session: number;
  space: number;
  objId?: number;
  userId?: number;
}

/** Lets the office that sees all rights ask about one item or one person, and has the log say so once, however many pages are turned. */
export async function openLook(ctx: Ctx, input: ParsedOf<typeof officeLooks.open>): Promise<OutputOf<typeof officeLooks.open>> {
  const { objId, userId } = input;
  if ((objId === undefined) === (userId === undefined)) throw new Refusal(codes.invalidParams, { fields: ['objId', 'userId'] });
  const sign = (about: Pick<Look, 'objId' | 'userId'>): string => {
    const look: Look = { session: ctx.user.sessionId, space: ctx.user.organisationId, ...about };
    return ctx.house.tickets.sign(purpose, { ...look }, hourInSeconds);
  };
  if (objId !== undefined) {
    const item = await needShared(ctx, objId);
    await ctx.say('permission.looked', { objId: item.id, objName: item.name });
    const [place] = await showNamed(ctx, [item]);
    return { look: sign({ objId: item.id }), place };
  }
  const person = await findColleague(ctx, Number(userId));
  if (person === undefined) throw new Refusal(codes.userMissing);
  await ctx.say('person.looked', { objId: person.id, objName: person.full_name });
  return { look: sign({ userId: person.id }), person: { id: String(person.id), fullName: person.full_name } };
}

/** Refuses who has no such office, or began no look at this item or this person in this session. */
export async function needLook(ctx: Ctx, ticket: string, about: { objId?: string; userId?: string }): Promise<void> {
  await needDeed(ctx, 'rights.see');
  const look = ctx.house.tickets.open<Look>(purpose, ticket);
  const { sessionId, organisationId } = ctx.user;
  if (look === undefined || look.session !== sessionId || look.space !== organisationId) throw new Refusal(codes.ticketInvalid);
  const isAbout = (of: number | undefined, asked: string | undefined): boolean => of !== undefined && of === Number(asked);
  if (!isAbout(look.objId, about.objId) && !isAbout(look.userId, about.userId)) throw new Refusal(codes.ticketInvalid);
}
