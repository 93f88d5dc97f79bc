import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { absences } from '@dossier/contract/workflows/flows';
import type { Context } from '../../../platform/context.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { findColleague } from '../../identity/users.ts';
import { notify } from '../../notifications/notify.ts';
import { flowAbsence } from '../events.ts';
import { activeMembers, currentNames } from '../flows/flow-people.ts';
import { absenceById, absencesWith, deleteAbsenceById, insertAbsence, ownAbsences } from './absences.queries.ts';

const maxAbsenceMs = 366 * 24 * 3600_000;
/** Limit of a user's current and future absences. */
const maxOwnAbsences = 20;

const dayOf = (ms: number): string => isoTime(ms).slice(0, 10);

/** The caller's absences, and those that the caller substitutes in. */
export async function listAbsences(ctx: Context): Promise<OutputOf<typeof absences.list>> {
  const { id, organisationId } = ctx.user;
  const rows = await absencesWith(ctx.db, { personId: id, organisationId, at: ctx.now });
  const nameOf = await currentNames(
    ctx,
    organisationId,
    rows.flatMap((row) => [row.person_id, row.substitute_id]),
  );
  const shown = (row: (typeof rows)[number], who: number) => ({
    id: String(row.id),
    personName: nameOf(who),
    from: isoTime(row.begins_at),
    until: isoTime(row.ends_at),
    active: row.begins_at <= ctx.now,
  });
  return {
    own: rows.filter((row) => row.person_id === id).map((row) => shown(row, row.substitute_id)),
    others: rows.filter((row) => row.person_id !== id).map((row) => shown(row, row.person_id)),
  };
}

/** Creates an absence of the caller with a substitute; it replaces those that it overlaps. */
export async function createAbsence(ctx: Context, input: ParsedOf<typeof absences.create>): Promise<OutputOf<typeof absences.create>> {
  const { id: personId, organisationId, fullName } = ctx.user;
  const [begins, ends] = [Date.parse(input.begins), Date.parse(input.ends)];
  if (ends <= ctx.now || ends <= begins || ends - begins > maxAbsenceMs) throw new Refusal(codes.deadlinePassed);
  const substitute = await findColleague(ctx, Number(input.userId));
  if (substitute === undefined) throw new Refusal(codes.userMissing);
  const [present] = await activeMembers(ctx, [substitute.id], organisationId);
  if (present === undefined || substitute.id === personId) throw new Refusal(codes.flowNoApprover);
  const own = await ownAbsences(ctx.db, { personId, organisationId, at: ctx.now });
  const replaced = own.filter((row) => row.begins_at < ends && begins < row.ends_at);
  if (own.length - replaced.length >= maxOwnAbsences) throw new Refusal(codes.tooManyItems);
  for (const row of replaced) await deleteAbsenceById(ctx.db, row.id);
  const id = newId();
  await insertAbsence(ctx.db, {
    id,
    organisation_id: organisationId,
    person_id: personId,
    substitute_id: substitute.id,
    begins_at: begins,
    ends_at: ends,
    created_at: ctx.now,
  });
  const after = { to: substitute.full_name, deadline: isoTime(ends) };
  await ctx.emit(flowAbsence, { objId: personId, objName: fullName, after });
  const day = dayOf(begins);
  const about = { personId: substitute.id, spaceId: organisationId, name: fullName, at: ctx.now };
  // a substitute is notified once per day of start
  if (!replaced.some((row) => row.substitute_id === substitute.id && dayOf(row.begins_at) === day))
    await notify(ctx.db, { ...about, kind: 'flowStandIn', facts: { byName: fullName, day } });
  return { id: String(id) };
}

/** Ends or cancels an absence of the caller. */
export async function deleteAbsence(ctx: Context, { id }: ParsedOf<typeof absences.delete>) {
  const row = await absenceById(ctx.db, Number(id));
  if (row === undefined || row.person_id !== ctx.user.id || row.organisation_id !== ctx.user.organisationId)
    throw new Refusal(codes.itemMissing);
  await deleteAbsenceById(ctx.db, row.id);
  await ctx.emit(flowAbsence, { objId: ctx.user.id, objName: ctx.user.fullName, before: { deadline: isoTime(row.ends_at) } });
  return {};
}
