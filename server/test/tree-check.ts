import { objType } from '@dossier/contract/core/rights';
import { expect } from 'vitest';
import { nameKey } from '../src/platform/text/names.ts';
import type { TestServer } from './test-server.ts';

type Rows = Awaited<ReturnType<typeof readAll>>;
type Item = Rows['items'][number];
type Acl = Rows['acls'][number];

async function readAll({ services: dossier }: TestServer) {
  return dossier.database.write(async (db) => ({
    items: await db.selectFrom('item').selectAll().execute(),
    acls: await db.selectFrom('acl').selectAll().execute(),
    grants: await db.selectFrom('access_grant').selectAll().execute(),
    counts: await db.selectFrom('child_count').selectAll().where('n', '<>', 0).execute(),
    entries: await db.selectFrom('bin_entry').selectAll().execute(),
    flows: await db.selectFrom('flow').select(['id', 'organisation_id']).execute(),
  }));
}

/** Every violated invariant of the tree: counters, parents, cabinets, access lists, names, the bin. Empty when all hold. */
export async function treeFaults(dossier: TestServer): Promise<string[]> {
  const all = await readAll(dossier);
  // attachments of flows stand in no tree
  const rows = { ...all, items: all.items.filter((item) => item.attached !== 2) };
  return [
    ...flowAttachmentFaults(all),
    ...countFaults(all),
    ...attachmentFaults(rows),
    ...parentFaults(rows),
    ...listFaults(rows),
    ...nameFaults(rows),
    ...binFaults(rows),
  ];
}

/** Fails with the violated invariants of the tree. */
export const expectWholeTree = async (dossier: TestServer): Promise<void> => expect(await treeFaults(dossier)).toEqual([]);

function flowAttachmentFaults({ items, flows }: Rows): string[] {
  const spaces = new Map(flows.map((flow) => [flow.id, flow.organisation_id]));
  return items
    .filter((item) => item.attached === 2)
    .filter(
      (item) => item.acl_id !== 0 || item.cabinet_id !== 0 || item.bin_id !== 0 || spaces.get(item.parent_id) !== item.organisation_id,
    )
    .map(({ name }) => `${name} is an attachment of no flow, or has a place or rights`);
}

function attachmentFaults({ items }: Rows): string[] {
  const real = new Map<number, number>();
  for (const { attached, parent_id: id } of items) if (attached === 1) real.set(id, (real.get(id) ?? 0) + 1);
  return items
    .filter(({ id, attachments }) => attachments !== (real.get(id) ?? 0))
    .map(({ id, name, attachments }) => `${name} counts ${attachments} attachments, really ${real.get(id) ?? 0}`);
}

function countFaults({ items, counts }: Rows): string[] {
  const real = new Map<string, number>();
  for (const item of items) {
    const key = `${item.parent_id} ${item.kind} ${item.acl_id}`;
    if (item.bin_id === 0) real.set(key, (real.get(key) ?? 0) + 1);
  }
  const kept = new Map(counts.map((row) => [`${row.parent_id} ${row.kind} ${row.acl_id}`, row.n]));
  return [...new Set([...real.keys(), ...kept.keys()])]
    .filter((key) => real.get(key) !== kept.get(key))
    .map((key) => `count of ${key} is ${kept.get(key)}, really ${real.get(key)}`);
}

function parentFaults({ items }: Rows): string[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const faults: string[] = [];
  for (const item of items) {
    const parent = byId.get(item.parent_id);
    if (item.kind === objType.cabinet) {
      if (item.parent_id !== 0 || item.cabinet_id !== item.id) faults.push(`cabinet ${item.name} stands in something`);
    } else if (parent === undefined || parent.attached === 1 || (parent.kind === objType.document) !== (item.attached === 1))
      faults.push(`${item.name} has no folder around it, or no document that it is attached to`);
    else faults.push(...strayFaults(item, parent));
    const path = new Set<number>();
    for (let at: Item | undefined = item; at !== undefined; at = byId.get(at.parent_id)) {
      if (path.has(at.id)) return [...faults, `${item.name} stands below itself`];
      path.add(at.id);
    }
  }
  return faults;
}

function strayFaults(item: Item, parent: Item): string[] {
  const faults = (['cabinet_id', 'area', 'area_owner_id', 'organisation_id'] as const)
    .filter((column) => item[column] !== parent[column])
    .map((column) => `${item.name} has another ${column} than ${parent.name}`);
  return item.bin_id === 0 && parent.bin_id !== 0 ? [...faults, `${item.name} lives in the deleted ${parent.name}`] : faults;
}

/**
 * Checks each access list from the rows alone: an attachment has that of its document, another child is one inheritance depth below its folder, the lists of an ACL root hang where those of the
 * root would.
 */
function listFaults({ items, acls, grants }: Rows): string[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const aclById = new Map(acls.map((acl) => [acl.id, acl]));
  const aclAt = new Map(acls.map((acl) => [`${acl.root_id} ${acl.inheritance_depth}`, acl]));
  const out = (acl: Acl | undefined, steps: number) => aclAt.get(`${acl?.root_id} ${Math.min(2, (acl?.inheritance_depth ?? 0) + steps)}`);
  const faults: string[] = [];
  for (const item of items) {
    const above = byId.get(item.parent_id);
    const around = above === undefined ? undefined : out(aclById.get(above.acl_id), 1);
    if (item.attached === 1) {
      if (item.acl_id !== above?.acl_id) faults.push(`${item.name} stands under list ${item.acl_id}, not that of its document`);
      continue;
    }
    const own = [0, 1, 2].map((depth) => aclAt.get(`${item.id} ${depth}`));
    if (own[0] === undefined) {
      if (item.acl_id !== around?.id) faults.push(`${item.name} stands under list ${item.acl_id}, not ${around?.id}`);
      continue;
    }
    if (item.acl_id !== own[0].id) faults.push(`${item.name} does not stand under its own list`);
    for (const [depth, acl] of own.entries()) {
      if (acl?.organisation_id !== item.organisation_id) faults.push(`list ${depth} of ${item.name} belongs to another organisation`);
      const parent = around === undefined ? 0 : out(around, depth)?.id;
      if (acl?.parent_id !== parent) faults.push(`list ${depth} of ${item.name} hangs under ${acl?.parent_id}, not ${parent}`);
    }
  }
  for (const acl of acls) if (!byId.has(acl.root_id)) faults.push(`list ${acl.id} belongs to nothing`);
  for (const grant of grants) if (!aclAt.has(`${grant.root_id} 0`)) faults.push(`grant ${grant.id} stands on nothing`);
  return faults;
}

function nameFaults({ items }: Rows): string[] {
  const seen = new Set<string>();
  return items.flatMap((item) => {
    const wrong = item.name_key === nameKey(item.name) ? [] : [`the key of ${item.name} is ${item.name_key}`];
    if (item.bin_id !== 0) return wrong;
    const place = item.parent_id === 0 ? `${item.organisation_id} ${item.area} ${item.area_owner_id}` : String(item.parent_id);
    const key = `${place} ${item.name_key}`;
    const twice = seen.has(key) ? [...wrong, `${item.name} is there twice`] : wrong;
    seen.add(key);
    return twice;
  });
}

function binFaults({ items, entries }: Rows): string[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const entryIds = new Set(entries.map((entry) => entry.id));
  const faults = entries
    .filter((entry) => byId.get(entry.item_id)?.bin_id !== entry.id)
    .map((entry) => `deletion ${entry.id} is not that of its item`);
  for (const item of items) {
    if (item.bin_id === 0) continue;
    const below = items.some((row) => row.parent_id === item.id);
    // the row of a purged folder stays only for items that were deleted from it before
    if (!entryIds.has(item.bin_id) && !below) faults.push(`${item.name} lies in the bin of nobody`);
    const top = byId.get(item.parent_id)?.bin_id !== item.bin_id;
    if (top && entryIds.has(item.bin_id) && !entries.some((entry) => entry.item_id === item.id))
      faults.push(`${item.name} was deleted but cannot be found in the bin`);
  }
  return faults;
}
