import { permissions } from '@dossier/contract/access/permissions';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { accessOf } from '../src/modules/access/effective-rights.ts';
import { contextOf, makeBareDocument } from './bare-documents.ts';
import { type Client, Refused } from './client.ts';
import type { TestServer } from './test-server.ts';
import { makeCabinet, makeFolder } from './make-items.ts';
import { makeDepartment, makeGroup, makeRole, makeSignedIn } from './make.ts';
import { type ModelGrant, type ModelItem, type ModelPerson, type ModelWorld, modelBits } from './rights-model.ts';

/** Random numbers from a seed. */
export function dice(seed: number) {
  let state = seed >>> 0;
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pick = <T>(list: readonly T[]): T => {
    const found = list[next(list.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  };
  return { next, pick };
}

const levels = [0, 1, 3, 7, 11, 27, 59, 123, 131, 255];
const reachNames = ['self', 'children', 'all'] as const;

type Person = ModelPerson & { client: Client };

/** A small organisation and a tree, twice: in the server and in the model. */
export interface Stage {
  dossier: TestServer;
  world: ModelWorld;
  persons: Person[];
  items: ModelItem[];
  groups: string[];
  departments: string[];
  roles: string[];
  admin: ModelPerson;
}

export async function buildStage(dossier: TestServer): Promise<Stage> {
  const above = await makeDepartment(dossier);
  const below = await makeDepartment(dossier, { parentId: above });
  const beside = await makeDepartment(dossier);
  const groups = [await makeGroup(dossier), await makeGroup(dossier)];
  const roles = [await makeRole(dossier), await makeRole(dossier)];
  const current = await dossier.admin.call(session.current);
  const world: ModelWorld = {
    organisation: current.spaceId,
    above: new Map([
      [above, undefined],
      [below, above],
      [beside, undefined],
    ]),
    now: 0,
  };
  const persons: Person[] = [];
  for (let n = 0; n < 4; n++) {
    const { id, client } = await makeSignedIn(dossier);
    persons.push({ id, client, groups: new Set(), departments: new Set(), roles: new Set() });
  }
  const admin = { id: current.id, groups: new Set<string>(), departments: new Set<string>(), roles: new Set<string>() };
  const stage: Stage = { dossier, world, persons, items: [], groups, departments: [above, below, beside], roles, admin };
  for (let n = 0; n < 2; n++) await grow(stage, undefined, 0);
  return stage;
}

const itemOf = (id: string, parent: ModelItem | undefined, document = false): ModelItem => ({
  id,
  parent,
  document,
  owner: undefined,
  inherits: true,
  grants: [],
});

async function grow(stage: Stage, parent: ModelItem | undefined, depth: number): Promise<void> {
  const { dossier } = stage;
  const id = parent === undefined ? await makeCabinet(dossier.admin) : await makeFolder(dossier.admin, parent.id);
  const item = itemOf(id, parent);
  if (parent === undefined) item.owner = stage.admin.id;
  stage.items.push(item);
  stage.items.push(itemOf(await makeBareDocument(dossier, dossier.admin, { parentId: id }), item, true));
  if (depth < 3) for (let n = 0; n < (depth === 0 ? 2 : 1); n++) await grow(stage, item, depth + 1);
}

export type Dice = ReturnType<typeof dice>;

function anyGrantee(stage: Stage, { pick }: Dice): { granteeType: ModelGrant['type']; granteeId: string } {
  const granteeType = pick(['user', 'group', 'department', 'organisation', 'role'] as const);
  const ids = {
    user: stage.persons.map((one) => one.id),
    group: stage.groups,
    department: stage.departments,
    organisation: [stage.world.organisation],
    role: stage.roles,
  };
  return { granteeType, granteeId: pick(ids[granteeType]) };
}

async function grant(stage: Stage, throws: Dice): Promise<string> {
  const item = throws.pick(stage.items);
  const principal = anyGrantee(stage, throws);
  const level = throws.pick(levels);
  const scope = item.document ? 'self' : throws.pick(reachNames);
  const deadline = throws.next(4) === 0 ? stage.dossier.clock.now() + 60_000 + throws.next(240_000) : undefined;
  await stage.dossier.admin.call(permissions.grant, {
    objId: item.id,
    ...principal,
    level,
    reach: scope,
    ...(deadline === undefined ? {} : { deadline: new Date(deadline).toISOString() }),
  });
  const bits = level === 0 ? 0 : level;
  item.grants = item.grants.filter((one) => one.type !== principal.granteeType || one.to !== principal.granteeId || one.reach !== scope);
  item.grants.push({
    type: principal.granteeType,
    to: principal.granteeId,
    level: bits,
    reach: scope,
    ...(deadline === undefined ? {} : { deadline }),
  });
  return `grant ${JSON.stringify(item.grants.at(-1))} on ${item.id}`;
}

async function revoke(stage: Stage, { pick }: Dice): Promise<string> {
  const granted = stage.items.filter((item) => item.grants.length > 0);
  if (granted.length === 0) return 'nothing to revoke';
  const item = pick(granted);
  const { type, to } = pick(item.grants);
  await stage.dossier.admin.call(permissions.revoke, { objId: item.id, granteeType: type, granteeId: to });
  item.grants = item.grants.filter((one) => one.type !== type || one.to !== to);
  return `revoke ${type} ${to} on ${item.id}`;
}

async function inherit(stage: Stage, { pick, next }: Dice): Promise<string> {
  const item = pick(stage.items.filter((one) => one.parent !== undefined));
  item.inherits = next(2) === 0;
  await stage.dossier.admin.call(permissions.inherit, { objId: item.id, inherit: item.inherits });
  return `inherit ${item.inherits} on ${item.id}`;
}

const isInside = (item: ModelItem | undefined, of: ModelItem): boolean => item !== undefined && (item === of || isInside(item.parent, of));

async function move(stage: Stage, { pick }: Dice): Promise<string> {
  const item = pick(stage.items.filter((one) => one.parent !== undefined));
  const place = pick(stage.items.filter((one) => !one.document && !isInside(one, item)));
  await stage.dossier.admin.call(library.move, { objIds: [item.id], parentId: place.id, onSameName: 'rename' });
  item.parent = place;
  return `move ${item.id} into ${place.id}`;
}

async function member(stage: Stage, { pick }: Dice): Promise<string> {
  const person = pick(stage.persons);
  const [kind, ids, add, remove] = pick([
    ['groups', stage.groups, people.addToGroup, people.removeFromGroup],
    ['departments', stage.departments, people.addToDepartment, people.removeFromDepartment],
    ['roles', stage.roles, people.addToRole, people.removeFromRole],
  ] as const);
  const id = pick(ids);
  const is = person[kind].has(id);
  await stage.dossier.admin.call(is ? remove : add, { id, userIds: [person.id] });
  if (is) person[kind].delete(id);
  else person[kind].add(id);
  return `${person.id} ${is ? 'leaves' : 'joins'} ${kind} ${id}`;
}

async function give(stage: Stage, { pick, next }: Dice): Promise<string> {
  const item = pick(stage.items.filter((one) => one.parent !== undefined));
  if (next(3) > 0) return 'no new owner';
  const person = pick(stage.persons);
  await stage.dossier.admin.call(permissions.owner, { objId: item.id, userId: person.id });
  item.owner = person.id;
  return `${person.id} owns ${item.id}`;
}

async function binAndBack(stage: Stage, { pick }: Dice): Promise<string> {
  const item = pick(stage.items.filter((one) => one.parent !== undefined));
  await stage.dossier.admin.call(library.delete, { objIds: [item.id] });
  await stage.dossier.admin.call(library.restore, { objIds: [item.id] });
  return `${item.id} is deleted and comes back`;
}

async function wait(stage: Stage, { next }: Dice): Promise<string> {
  stage.dossier.clock.forward(next(120_000));
  return 'time passes';
}

const steps = [grant, grant, grant, grant, revoke, inherit, inherit, move, move, member, member, give, binAndBack, wait];

/** One random step in both worlds; what the server refuses with one of these codes happens in neither. */
export async function takeStep(stage: Stage, throws: Dice): Promise<string> {
  const saved = stage.items.map((item) => ({ ...item, grants: [...item.grants] }));
  try {
    return await throws.pick(steps)(stage, throws);
  } catch (error) {
    if (!(error instanceof Refused) || ![4906, 4504].includes(error.code)) throw error;
    for (const [at, item] of stage.items.entries()) Object.assign(item, saved[at]);
    return `refused with ${error.code}`;
  }
}

/** Every user and item where server and model differ: by the lists of each item, and, when `asked`, by the call too. */
export async function differences(stage: Stage, byCall: boolean): Promise<string[]> {
  const found: string[] = [];
  stage.world.now = stage.dossier.clock.now();
  for (const person of stage.persons) {
    const kept = await bitsKept(stage, person.client);
    const told = byCall ? await bitsTold(stage, person.client) : kept;
    for (const [at, item] of stage.items.entries()) {
      const expected = modelBits(stage.world, person, item);
      if (kept[at] !== expected || told[at] !== expected)
        found.push(`${person.id} on ${item.id}: server ${kept[at]} and ${told[at]}, model ${expected}`);
    }
  }
  return found;
}

async function bitsKept(stage: Stage, client: Client): Promise<number[]> {
  const ctx = await contextOf(stage.dossier, client);
  const access = await accessOf(ctx);
  const rows = await ctx.db.selectFrom('item').select(['id', 'acl_id']).execute();
  const aclOf = new Map(rows.map((row) => [String(row.id), row.acl_id]));
  return stage.items.map((item) => access.bits(aclOf.get(item.id) ?? 0));
}

async function bitsTold(stage: Stage, client: Client): Promise<number[]> {
  const objIds = stage.items.map((item) => item.id);
  const bits = objIds.map(() => 0);
  for (const bit of [1, 2, 4, 8, 16, 32, 64, 128]) {
    const { hasRights } = await client.call(permissions.check, { rights: bit, objIds });
    for (const [at, has] of hasRights.entries()) if (has) bits[at] = (bits[at] ?? 0) | bit;
  }
  return bits;
}
