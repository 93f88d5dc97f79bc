import { codes } from '@dossier/contract/codes';
import type { library } from '@dossier/contract/library';
import { moduleType, objType } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { needDeed } from '../../ground/http/need-role.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { openRoot } from '../permissions/roots.ts';
import { cabinetByKey, insertItem } from './item-queries.ts';
import { nameColumns, needWelcomeName, refusingTaken } from './name-rules.ts';

/** Creates a cabinet: anyone among the own documents, in the shared areas whose office allows it. Its maker owns it. */
export async function createCabinet(ctx: Ctx, input: ParsedOf<typeof library.createCabinet>): Promise<{ id: string }> {
  const { user } = ctx;
  const shared = input.moduleType !== moduleType.my;
  if (shared) await needDeed(ctx, 'cabinets.create');
  if (!shared && input.publishing === true) throw new Refusal(codes.publishingCabinet);
  const id = newId();
  const names = nameColumns(input.name);
  await needWelcomeName(ctx, names.name);
  const shelf = shared ? 0 : user.id;
  const [taken] = await cabinetByKey(ctx.db, { organisation: user.organisationId, area: input.moduleType, shelf, key: names.name_key });
  if (taken !== undefined) throw new Refusal(codes.cabinetNameExists);
  const rings = await openRoot(ctx.db, { id, ownerId: user.id, organisationId: user.organisationId }, [0, 0, 0]);
  await refusingTaken(objType.cabinet, () =>
    insertItem(ctx.db, {
      id,
      kind: objType.cabinet,
      organisation_id: user.organisationId,
      area: input.moduleType,
      shelf_id: shelf,
      cabinet_id: id,
      parent_id: 0,
      acl_id: rings[0],
      ...names,
      description: input.description ?? '',
      sort_number: input.sortNumber ?? 99,
      publishing: input.publishing === true ? 1 : 0,
      creator_id: user.id,
      updater_id: user.id,
      owner_id: user.id,
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  );
  await ctx.say('cabinet.created', { objId: id, objName: names.name });
  return { id: String(id) };
}
