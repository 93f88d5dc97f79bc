import { permissions } from '@dossier/contract/access/permissions';
import { type ModelItem, modelBits } from './rights-model.ts';
import type { Dice, Stage } from './rights-sequence.ts';

/** Where the calls that list the users of an item, and the items of a user, differ from the model: for every item, or one random one. */
export async function reachDifferences(stage: Stage, { pick }: Dice): Promise<string[]> {
  const { dossier, world, persons } = stage;
  world.now = dossier.clock.now();
  const found: string[] = [];
  const differs = (subject: string, is: unknown, expected: unknown): void => {
    if (JSON.stringify(is) !== JSON.stringify(expected))
      found.push(`${subject}: server ${JSON.stringify(is)}, model ${JSON.stringify(expected)}`);
  };
  const item = pick(stage.items);
  const { list, totalNumber } = await dossier.admin.call(permissions.reachedBy, { objId: item.id, pageSize: 1000 });
  const others = [...persons, stage.admin]
    .map((entry) => [entry.id, modelBits(world, entry, item)] as const)
    .filter(([, bits]) => bits !== 0);
  const byId = (rows: (readonly [string, number])[]) => rows.toSorted(([a], [b]) => Number(a) - Number(b));
  differs(`who reaches ${item.id}`, byId(list.map((entry) => [entry.userId, entry.level] as const)), byId(others));
  differs(`how many reach ${item.id}`, totalNumber, others.length);
  for (const { userId, level, owner, sources } of list) {
    const { besides: _, ...explained } = await dossier.admin.call(permissions.explain, { objId: item.id, userId });
    differs(`why ${userId} reaches ${item.id}`, { level, owner, sources }, explained);
  }
  const person = pick(persons);
  const asAdmin = await dossier.admin.call(permissions.reachOf, { userId: person.id, pageSize: 1000 });
  const asSelf = await person.client.call(permissions.reachOf, { userId: person.id, pageSize: 1000 });
  const shown = new Map(asAdmin.list.map((place) => [place.id, place]));
  differs(
    `what ${person.id} sees of it`,
    asSelf.list.map((entry) => entry.id),
    asAdmin.list.filter((entry) => entry.level !== 0).map((entry) => entry.id),
  );
  for (const entry of stage.items) {
    const bits = modelBits(world, person, entry);
    const place = shown.get(entry.id);
    if (place !== undefined) differs(`what ${person.id} reaches at ${entry.id}`, place.level, bits);
    // every accessible item is an entry of the list, or lies inside one that says so
    const isRoot = entry.parent === undefined || entry.grants.length > 0 || entry.owner !== undefined;
    if (place === undefined && bits !== 0 && isRoot) found.push(`${person.id} reaches ${entry.id}, which is not told`);
    if (bits === 0) continue;
    let around: ModelItem | undefined = entry;
    while (around !== undefined && !shown.has(around.id)) around = around.parent;
    const reported = around === entry ? place?.level : shown.get(around?.id ?? '')?.inside;
    if (reported === undefined || (bits & ~reported) !== 0) found.push(`${person.id} has ${bits} on ${entry.id}, told ${reported}`);
  }
  return found;
}
