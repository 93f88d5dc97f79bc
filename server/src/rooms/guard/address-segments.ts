import { addressKey, parseRange } from '@dossier/contract/address-range';
import { type addresses, addressScopes, type AddressSegment, type GivenSegment, mostSegments } from '@dossier/contract/addresses';
import { codes } from '@dossier/contract/codes';
import type { Paged } from '@dossier/contract/page';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { changedFields } from '../../ground/changed-fields.ts';
import { bumpVersion } from '../../ground/db/versions.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameKey } from '../../ground/text/names.ts';
import { needColleague } from '../people/change-user.ts';
import { findGrantee } from '../grantees/grantees.ts';
import { needGroup } from '../circles/groups.ts';
import { needRole } from '../circles/roles.ts';
import { decisionsFor } from './address-guard.ts';
import { deleteSegmentRow, findSegment, insertSegment, pageOfSegments, updateSegmentRow } from './address-queries.ts';

/** The organisation's segments by name. */
export async function listSegments(ctx: Ctx, input: ParsedOf<typeof addresses.segments>): Promise<Paged<AddressSegment>> {
  const { pageNo, pageSize } = input;
  const asked = { organisationId: ctx.user.organisationId, keyword: (input.keyword ?? '').trim() };
  const { rows, total } = await pageOfSegments(ctx.db, asked, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const list = rows.map((row) => ({
    id: String(row.id),
    name: row.name,
    addresses: row.addresses,
    scope: row.scope as AddressSegment['scope'],
    kind: row.kind as AddressSegment['kind'],
    group: row.target_type === 'group' ? { id: String(row.target_id), name: row.group_name ?? '' } : undefined,
    role: row.target_type === 'role' ? { id: String(row.target_id), name: row.role_name ?? '' } : undefined,
    enabled: row.enabled === 1,
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

/** Whom a segment is for: a group or a role of the organisation, or everybody. One that it was for before may be gone by now. */
async function targetOf(ctx: Ctx, { groupId, roleId }: GivenSegment, before: number): Promise<{ target_type: string; target_id: number }> {
  if (groupId !== undefined && roleId !== undefined) throw new Refusal(codes.invalidParams, { fields: ['roleId'] });
  if (groupId !== undefined) {
    if (Number(groupId) !== before) await needGroup(ctx, groupId);
    return { target_type: 'group', target_id: Number(groupId) };
  }
  if (roleId === undefined) return { target_type: '', target_id: 0 };
  if (Number(roleId) !== before) await needRole(ctx, roleId);
  return { target_type: 'role', target_id: Number(roleId) };
}

async function columnsOf(ctx: Ctx, given: GivenSegment, before = 0) {
  const range = parseRange(given.addresses);
  if (range === undefined) throw new Refusal(codes.invalidParams, { fields: ['addresses'] });
  const { name, addresses: written, scope, kind } = given;
  const target = await targetOf(ctx, given, before);
  return { name, name_key: nameKey(name), addresses: written, ...range, scope, kind, ...target, enabled: given.enabled ? 1 : 0 };
}

type Kept = Awaited<ReturnType<typeof columnsOf>>;

/** What the log keeps of a segment. */
const factsOf = async (ctx: Ctx, row: Kept) => ({
  name: row.name,
  addresses: row.addresses,
  scope: row.scope,
  kind: row.kind,
  target: row.target_id === 0 ? '' : ((await findGrantee(ctx, row.target_type as 'group' | 'role', row.target_id))?.name ?? ''),
  enabled: row.enabled === 1,
});

/** Lets a change stand only if its maker may still sign in and administrate from where they are; then tells the caches and the log. */
async function settle(ctx: Ctx, objName: string, facts: { objId: number; before?: object; after?: object }): Promise<void> {
  const asked = { personId: ctx.user.id, address: ctx.address, scopes: ['signIn', 'administration'] as const };
  if (!(await decisionsFor(ctx, asked)).every(({ admitted }) => admitted)) throw new Refusal(codes.addressLocksYouOut);
  await bumpVersion(ctx.db, 'site');
  await ctx.say('address.changed', { objName, ...facts });
}

async function needSegment(ctx: Ctx, id: string) {
  const row = await findSegment(ctx.db, ctx.user.organisationId, Number(id));
  if (row === undefined) throw new Refusal(codes.addressSegmentMissing);
  return row;
}

export async function createSegment(ctx: Ctx, input: ParsedOf<typeof addresses.createSegment>): Promise<{ id: string }> {
  const { db, now, user } = ctx;
  const columns = await columnsOf(ctx, input);
  const { total } = await pageOfSegments(db, { organisationId: user.organisationId, keyword: '' }, { limit: 1, offset: 0 });
  if (total >= mostSegments) throw new Refusal(codes.addressSegmentsFull);
  const id = newId();
  await insertSegment(db, { id, organisation_id: user.organisationId, created_at: now, ...columns });
  await settle(ctx, columns.name, { objId: id, after: await factsOf(ctx, columns) });
  return { id: String(id) };
}

export async function updateSegment(ctx: Ctx, input: ParsedOf<typeof addresses.updateSegment>): Promise<Record<string, never>> {
  const row = await needSegment(ctx, input.id);
  const columns = await columnsOf(ctx, input, row.target_id);
  await updateSegmentRow(ctx.db, row.id, columns);
  await settle(ctx, columns.name, {
    objId: row.id,
    ...changedFields(await factsOf(ctx, row as Kept), await factsOf(ctx, columns)),
  });
  return {};
}

export async function deleteSegment(ctx: Ctx, { id }: ParsedOf<typeof addresses.deleteSegment>): Promise<Record<string, never>> {
  const row = await needSegment(ctx, id);
  await deleteSegmentRow(ctx.db, row.id);
  await settle(ctx, row.name, { objId: row.id, before: await factsOf(ctx, row as Kept) });
  return {};
}

/** What would happen to somebody who works here at an address; the caller, where they are, if none is named. */
export async function tryAddress(ctx: Ctx, input: ParsedOf<typeof addresses.tryAddress>): Promise<OutputOf<typeof addresses.tryAddress>> {
  const address = input.address || ctx.address;
  if (input.address && addressKey(address) === undefined) throw new Refusal(codes.invalidParams, { fields: ['address'] });
  const { id: personId, full_name: fullName } = await needColleague(ctx, Number(input.userId ?? ctx.user.id));
  return { address, fullName, answers: await decisionsFor(ctx, { personId, address, scopes: addressScopes }) };
}
