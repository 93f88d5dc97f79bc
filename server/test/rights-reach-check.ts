import { permissions } from '@dossier/contract/access/permissions';
import { type ModelItem, modelBits } from './rights-model.ts';
import type { Dice, Stage } from './rights-sequence.ts';

/** Where the calls that say who reaches an item, and what a person reaches, differ from the model: every item, or one place by chance. */
export async function reachDifferences(stage: Stage, { pick }: Dice): Promise<string[]> {
  const { dossier, world, persons } = stage;
  world.now = dossier.clock.now();
  const found: string[] = [];
  const differs = (what: string, is: unknown, expected: unknown): void => {
    if (JSON.stringify(is) !== JSON.stringify(expected))
      found.push(`${what}: server ${JSON.stringify(is)}, model ${JSON.stringify(expected)}`);
  };
  const item = pick(stage.items);
  const { list, totalNumber } = await dossier.admin.call(permissions.reachedBy, { objId: item.id, pageSize: 1000 });
  const others = [...persons, stage.admin].map((one) => [one.id, modelBits(world, one, item)] as const).filter(([, bits]) => bits !== 0);
  const byId = (rows: (readonly [string, number])[]) => rows.toSorted(([a], [b]) => Number(a) - Number(b));
  differs(`who reaches ${item.id}`, byId(list.map((one) => [one.userId, one.level] as const)), byId(others));
  differs(`how many reach ${item.id}`, totalNumber, others.length);
  for (const { userId, level, owner, sources } of list) {
    const { besides: _, ...explained } = await dossier.admin.call(permissions.explain, { objId: item.id, userId });
    differs(`why ${userId} reaches ${item.id}`, { level, owner, sources }, explained);
  }
  const person = pick(persons);
  const asAdmin = await dossier.admin.call(permissions.reachOf, { userId: person.id, pageSize: 1000 });
  const asSelf = await person.client.call(permissions.reachOf, { userId: person.id, pageSize: 1000 });
  const told = new Map(asAdmin.list.map((place) => [place.id, place]));
  differs(
    `what ${person.id} sees of it`,
    asSelf.list.map((one) => one.id),
    asAdmin.list.filter((one) => one.level !== 0).map((one) => one.id),
  );
  for (const one of stage.items) {
    const bits = modelBits(world, person, one);
    const place = told.get(one.id);
    if (place !== undefined) differs(`what ${person.id} reaches at ${one.id}`, place.level, bits);
    // whatever is reached is a place of the list, or stands inside one that says so
    const isRoot = one.parent === undefined || one.grants.length > 0 || one.owner !== undefined;
    if (place === undefined && bits !== 0 && isRoot) found.push(`${person.id} reaches ${one.id}, which is not told`);
    if (bits === 0) continue;
    let around: ModelItem | undefined = one;
    while (around !== undefined && !told.has(around.id)) around = around.parent;
    const said = around === one ? place?.level : told.get(around?.id ?? '')?.inside;
    if (said === undefined || (bits & ~said) !== 0) found.push(`${person.id} has ${bits} on ${one.id}, told ${said}`);
  }
  return found;
}
