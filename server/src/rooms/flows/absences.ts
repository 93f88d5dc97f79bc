import { codes } from '@dossier/contract/codes';
import type { absences } from '@dossier/contract/flows';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { tell } from '../messages/tell.ts';
import { findColleague } from '../people/people.ts';
import { absenceById, absencesWith, deleteAbsenceRow, insertAbsence, ownAbsences } from './absence-queries.ts';
import { presentIn } from './approvers.ts';
import { namesOf } from './note-event.ts';

const longest = 366 * 24 * 3600_000;
/** How many absences somebody may have before them. */
const mostOwn = 20;

const dayOf = (ms: number): string => isoTime(ms).slice(0, 10);

/** When the caller is away, and for whom they stand in. */
export async function listAbsences(ctx: Ctx): Promise<OutputOf<typeof absences.list>> {
  const { id, organisationId } = ctx.user;
  const rows = await absencesWith(ctx.db, { personId: id, organisationId, at: ctx.now });
  const nameOf = await namesOf(
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

/** Lets somebody of the organisation stand in for the caller for a time; it takes the place of those that it overlaps. */
export async function createAbsence(ctx: Ctx, input: ParsedOf<typeof absences.create>): Promise<OutputOf<typeof absences.create>> {
  const { id: personId, organisationId, fullName } = ctx.user;
  const [begins, ends] = [Date.parse(input.begins), Date.parse(input.ends)];
  if (ends <= ctx.now || ends <= begins || ends - begins > longest) throw new Refusal(codes.deadlinePassed);
  const substitute = await findColleague(ctx, Number(input.userId));
  if (substitute === undefined) throw new Refusal(codes.userMissing);
  const [present] = await presentIn(ctx, [substitute.id], organisationId);
  if (present === undefined || substitute.id === personId) throw new Refusal(codes.flowNoApprover);
  const own = await ownAbsences(ctx.db, { personId, organisationId, at: ctx.now });
  const replaced = own.filter((row) => row.begins_at < ends && begins < row.ends_at);
  if (own.length - replaced.length >= mostOwn) throw new Refusal(codes.tooManyItems);
  for (const row of replaced) await deleteAbsenceRow(ctx.db, row.id);
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
  await ctx.say('flow.absence', { objId: personId, objName: fullName, after });
  const day = dayOf(begins);
  const about = { personId: substitute.id, spaceId: organisationId, name: fullName, at: ctx.now };
  // whoever has been told of that day is not told again
  if (!replaced.some((row) => row.substitute_id === substitute.id && dayOf(row.begins_at) === day))
    await tell(ctx.db, { ...about, kind: 'flowStandIn', facts: { byName: fullName, day } });
  return { id: String(id) };
}

/** Ends an absence of the caller, or takes it back. */
export async function deleteAbsence(ctx: Ctx, { id }: ParsedOf<typeof absences.delete>) {
  const row = await absenceById(ctx.db, Number(id));
  if (row === undefined || row.person_id !== ctx.user.id || row.organisation_id !== ctx.user.organisationId)
    throw new Refusal(codes.itemMissing);
  await deleteAbsenceRow(ctx.db, row.id);
  await ctx.say('flow.absence', { objId: ctx.user.id, objName: ctx.user.fullName, before: { deadline: isoTime(row.ends_at) } });
  return {};
}
