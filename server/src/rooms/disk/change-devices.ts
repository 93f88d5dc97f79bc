import { codes } from '@dossier/contract/codes';
import type { disk, PersonsDevice } from '@dossier/contract/disk';
import type { Paged } from '@dossier/contract/page';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameKey } from '../../ground/text/names.ts';
import { findColleague } from '../people/people.ts';
import { settingsOf } from '../site/settings.ts';
import { deviceById, pageOfDevices, setAllowed, setClosed } from './queries.ts';
import { shownDevice } from './own-devices.ts';

/** A page of the devices that open the sync disk of the organisation. */
export async function listDevices(ctx: Ctx, input: ParsedOf<typeof disk.devices>): Promise<Paged<PersonsDevice>> {
  const { pageNo, pageSize, state } = input;
  const { whom } = await settingsOf(ctx.db, 'syncDisk');
  const { rows, total } = await pageOfDevices(ctx.db, {
    organisationId: ctx.user.organisationId,
    keyword: nameKey((input.keyword ?? '').trim()),
    closed: state === undefined ? undefined : Number(state === 'closed'),
    limit: pageSize,
    offset: (pageNo - 1) * pageSize,
  });
  const list = rows.map((row) => ({
    ...shownDevice(row),
    userId: String(row.person_id),
    userName: row.full_name,
    allowed: row.allowed === null ? whom === 'everybody' : row.allowed === 1,
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

/** Closes a device, or opens it again. */
export async function changeState(ctx: Ctx, { id, state }: ParsedOf<typeof disk.setState>): Promise<Record<string, never>> {
  const [found] = await deviceById(ctx.db, { id: Number(id) });
  if (found?.organisation_id !== ctx.user.organisationId) throw new Refusal(codes.deviceMissing);
  const closed = Number(state === 'closed');
  const changed = await setClosed(ctx.db, { id: found.id, organisationId: ctx.user.organisationId, closed });
  if (changed === undefined) return {};
  const person = await findColleague(ctx, changed.person_id);
  await ctx.say(closed === 1 ? 'device.closed' : 'device.opened', {
    objId: changed.person_id,
    objName: `${person?.full_name ?? ''}: ${changed.name}`,
  });
  return {};
}

/** Lets a person of the organisation use the sync disk, or no longer. */
export async function allowPerson(ctx: Ctx, { userId, allowed }: ParsedOf<typeof disk.allow>): Promise<Record<string, never>> {
  const person = await findColleague(ctx, Number(userId));
  if (person === undefined) throw new Refusal(codes.userMissing);
  await setAllowed(ctx.db, { person_id: person.id, organisation_id: ctx.user.organisationId, allowed: Number(allowed) });
  await ctx.say(allowed ? 'disk.allowed' : 'disk.refused', { objId: person.id, objName: person.full_name });
  return {};
}
