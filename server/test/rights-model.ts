/** The rules of rights once more, written plainly and independently of the server: the expectations of the tests. */

export interface ModelGrant {
  type: 'user' | 'group' | 'department' | 'organisation' | 'role';
  to: string;
  level: number;
  reach: 'self' | 'children' | 'all';
  deadline?: number;
}

export interface ModelItem {
  id: string;
  parent: ModelItem | undefined;
  document: boolean;
  owner: string | undefined;
  inherits: boolean;
  grants: ModelGrant[];
}

export interface ModelPerson {
  id: string;
  groups: Set<string>;
  departments: Set<string>;
  roles: Set<string>;
}

export interface ModelWorld {
  organisation: string;
  above: Map<string, string | undefined>;
  now: number;
}

const isWithin = (world: ModelWorld, person: ModelPerson, department: string): boolean =>
  [...person.departments].some((start) => {
    for (let at: string | undefined = start; at !== undefined; at = world.above.get(at)) if (at === department) return true;
    return false;
  });

function meets(world: ModelWorld, person: ModelPerson, grant: ModelGrant): boolean {
  if (grant.type === 'user') return grant.to === person.id;
  if (grant.type === 'group') return person.groups.has(grant.to);
  if (grant.type === 'role') return person.roles.has(grant.to);
  if (grant.type === 'department') return isWithin(world, person, grant.to);
  return grant.to === world.organisation;
}

const reaches = (grant: ModelGrant, distance: number): boolean =>
  distance === 0 || grant.reach === 'all' || (distance === 1 && grant.reach === 'children');

const width = { self: 0, children: 1, all: 2 };

/** Every effective grant of a principal on an item: from the nearest item up, there the narrowest. */
function effectiveGrants(world: ModelWorld, person: ModelPerson, item: ModelItem): ModelGrant[] {
  const found = new Map<string, ModelGrant>();
  let distance = 0;
  for (let at: ModelItem | undefined = item; at !== undefined; at = at.inherits ? at.parent : undefined, distance++) {
    const here = at.grants
      .filter((grant) => meets(world, person, grant) && reaches(grant, distance))
      .filter((grant) => grant.deadline === undefined || grant.deadline > world.now)
      .toSorted((one, other) => width[one.reach] - width[other.reach]);
    for (const grant of here) if (!found.has(`${grant.type} ${grant.to}`)) found.set(`${grant.type} ${grant.to}`, grant);
  }
  return [...found.values()];
}

/** The right bits of a user on an item. */
export function modelBits(world: ModelWorld, person: ModelPerson, item: ModelItem): number {
  for (let at: ModelItem | undefined = item; at !== undefined; at = at.parent) if (at.owner === person.id) return 255;
  const all = effectiveGrants(world, person, item);
  const own = all.find((grant) => grant.type === 'user');
  const shared = all.filter((grant) => grant.type !== 'user');
  if (own?.level === 0) return 0;
  const through = shared.some((grant) => grant.level === 0) ? [] : shared;
  let bits = own?.level ?? 0;
  for (const grant of through) bits |= grant.level;
  if (bits !== 0) bits |= 1;
  return (bits & (4 | 8 | 16 | 64 | 128)) === 0 ? bits : bits | 2;
}
