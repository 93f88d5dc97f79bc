import type { accessAudits } from '@dossier/contract/access/access-audits';
import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findColleague } from '../../identity/users.ts';
import { permissionLooked, personLooked } from '../events.ts';
import { requireSharedItem } from '../require-items.ts';
import { namedPlaces } from '../visible-items.ts';
import { requirePermission } from '../../identity/require-permission.ts';

const purpose = 'officeLook';
const hourInSeconds = 3600;

/** What a look is about, and the session that it was written into the log for. */
interface AuditTicket {
  session: number;
  space: number;
  objId?: number;
  userId?: number;
}

/** Lets the office that sees all rights ask about one item or one person, and has the log say so once, however many pages are turned. */
export async function openAudit(ctx: Context, input: ParsedOf<typeof accessAudits.open>): Promise<OutputOf<typeof accessAudits.open>> {
  const { objId, userId } = input;
  if ((objId === undefined) === (userId === undefined)) throw new Refusal(codes.invalidParams, { fields: ['objId', 'userId'] });
  const sign = (about: Pick<AuditTicket, 'objId' | 'userId'>): string => {
    const look: AuditTicket = { session: ctx.user.sessionId, space: ctx.user.organisationId, ...about };
    return ctx.services.tickets.sign(purpose, { ...look }, hourInSeconds);
  };
  if (objId !== undefined) {
    const item = await requireSharedItem(ctx, objId);
    await ctx.emit(permissionLooked, { objId: item.id, objName: item.name });
    const [place] = await namedPlaces(ctx, [item]);
    return { look: sign({ objId: item.id }), place };
  }
  const person = await findColleague(ctx, Number(userId));
  if (person === undefined) throw new Refusal(codes.userMissing);
  await ctx.emit(personLooked, { objId: person.id, objName: person.full_name });
  return { look: sign({ userId: person.id }), person: { id: String(person.id), fullName: person.full_name } };
}

/** Refuses who has no such office, or began no look at this item or this person in this session. */
export async function requireAudit(ctx: Context, ticket: string, about: { objId?: string; userId?: string }): Promise<void> {
  await requirePermission(ctx, 'rights.see');
  const look = ctx.services.tickets.open<AuditTicket>(purpose, ticket);
  const { sessionId, organisationId } = ctx.user;
  if (look === undefined || look.session !== sessionId || look.space !== organisationId) throw new Refusal(codes.ticketInvalid);
  const isAbout = (of: number | undefined, asked: string | undefined): boolean => of !== undefined && of === Number(asked);
  if (!isAbout(look.objId, about.objId) && !isAbout(look.userId, about.userId)) throw new Refusal(codes.ticketInvalid);
}
