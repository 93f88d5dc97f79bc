import { areas, moduleType } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { nameKey } from '../../ground/text/names.ts';
import { cabinetByKey, childByKey, type ItemRow } from './item-queries.ts';

const mostSteps = 100;

/** The items of the shared areas that stand at a path, from the cabinet down; none where it is no path. Rights are not asked here. */
export async function placesAlong(ctx: Ctx, path: string): Promise<number[]> {
  const keys = path.split('/').flatMap((name) => (name.trim() === '' ? [] : [nameKey(name.trim())]));
  const [cabinet, ...rest] = keys;
  if (cabinet === undefined || keys.length > mostSteps || !path.includes('/')) return [];
  const ids: number[] = [];
  for (const area of areas.filter((one) => one !== moduleType.my)) {
    const place = { organisation: ctx.user.organisationId, area, shelf: 0, key: cabinet };
    let item: ItemRow | undefined = (await cabinetByKey(ctx.db, place))[0];
    for (const key of rest) item = item === undefined ? undefined : (await childByKey(ctx.db, { parent: item.id, key }))[0];
    if (item !== undefined) ids.push(item.id);
  }
  return ids;
}
