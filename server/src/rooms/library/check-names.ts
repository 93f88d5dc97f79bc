import type { library } from '@dossier/contract/library';
import { right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { checkName, nameKey } from '../../ground/text/names.ts';
import { accessOf } from '../permissions/access.ts';
import { childByKey, childrenByKeys } from './item-queries.ts';
import { nameColumns } from './name-rules.ts';
import { needPlace } from './need-items.ts';

/** Whether a name is free; hidden items take names too, but only the fact is told, to people who may put something there. */
export async function checkFolderName(ctx: Ctx, input: ParsedOf<typeof library.checkFolderName>) {
  const { item } = await needPlace(ctx, right.visible | right.upload, input.parentId);
  const [known] = await childByKey(ctx.db, { parent: item.id, key: nameColumns(input.name).name_key });
  return { free: known === undefined };
}

/** Those of the names that are taken; the item behind one only where the caller may see it. */
export async function checkNames(ctx: Ctx, input: ParsedOf<typeof library.checkNames>) {
  const { item } = await needPlace(ctx, right.visible | right.upload, input.parentId);
  const access = await accessOf(ctx);
  const byKey = new Map(input.names.filter((name) => checkName(name).ok).map((name) => [nameKey(name), name]));
  const found = await childrenByKeys(ctx.db, item.id, [...byKey.keys()]);
  return {
    taken: found.map((row) => ({
      name: byKey.get(row.name_key) ?? row.name,
      id: access.isVisible(row.acl_id) ? String(row.id) : undefined,
      objType: row.kind,
    })),
  };
}
