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

/** The subject of an access audit, and the session that it was logged for. */
interface AuditTicket {
  session: number;
  space: number;
  objId?: number;
  userId?: number;
}

/**
 * Starts an access audit of one item or one user, for the permission to see all rights. The operation log records it once, however many
 * pages are read.
 */
export async function openAudit(ctx: Context, input: ParsedOf<typeof accessAudits.open>): Promise<OutputOf<typeof accessAudits.open>> {
  const { objId, userId } = input;
  if ((objId === undefined) === (userId === undefined)) throw new Refusal(codes.invalidParams, { fields: ['objId', 'userId'] });
  const sign = (about: Pick<AuditTicket, 'objId' | 'userId'>): string => {
    const content: AuditTicket = { session: ctx.user.sessionId, space: ctx.user.organisationId, ...about };
    return ctx.services.tickets.sign(purpose, { ...content }, hourInSeconds);
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

/** Refuses callers without that permission, and those who started no audit of this item or user in this session. */
export async function requireAudit(ctx: Context, ticket: string, about: { objId?: string; userId?: string }): Promise<void> {
  await requirePermission(ctx, 'rights.see');
  const content = ctx.services.tickets.open<AuditTicket>(purpose, ticket);
  const { sessionId, organisationId } = ctx.user;
  if (content === undefined || content.session !== sessionId || content.space !== organisationId) throw new Refusal(codes.ticketInvalid);
  const isAbout = (of: number | undefined, id: string | undefined): boolean => of !== undefined && of === Number(id);
  if (!isAbout(content.objId, about.objId) && !isAbout(content.userId, about.userId)) throw new Refusal(codes.ticketInvalid);
}
