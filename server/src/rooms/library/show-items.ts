import { capacityOf } from '@dossier/contract/file-types';
import type { Item } from '@dossier/contract/library';
import { objType, right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { personNames } from '../people/person-names.ts';
import type { ItemRow } from './item-queries.ts';
import type { Held } from './need-items.ts';
import { visiblePlaces } from './visible-places.ts';

/** Items as the contract shows them, with the facts that later rooms add. */
export async function showItems(ctx: Ctx, held: readonly Held[]): Promise<Item[]> {
  if (held.length === 0) return [];
  const nameOf = await personNames(
    ctx,
    held.flatMap(({ item }) => [item.creator_id, item.updater_id, item.lock_person_id]),
  );
  const placeOf = await visiblePlaces(
    ctx,
    held.flatMap(({ item }) => [item.parent_id, item.cabinet_id]),
  );
  const shown = held.map(({ item, bits }) => shape(item, bits, { nameOf, placeOf }));
  const ids = held.map(({ item }) => item.id);
  for (const facts of ctx.house.itemFacts) {
    const found = await facts(ctx, ids);
    if (found.size > 0) ids.forEach((id, place) => Object.assign(shown[place] ?? {}, found.get(id)));
  }
  return shown;
}

interface Told {
  nameOf: (id: number) => string;
  placeOf: (id: number) => string | undefined;
}

function shape(item: ItemRow, bits: number, { nameOf, placeOf }: Told): Item {
  const isDocument = item.kind === objType.document;
  const capacity = isDocument ? capacityOf(item.ext) : 0;
  return {
    id: String(item.id),
    name: item.name,
    objType: item.kind,
    moduleType: item.area,
    parentId: placeOf(item.parent_id),
    cabinetId: placeOf(item.cabinet_id),
    ext: isDocument ? item.ext : undefined,
    size: isDocument ? item.size : undefined,
    version: isDocument ? item.version_no : undefined,
    revision: isDocument ? String(item.revision_id) : undefined,
    rights: bits,
    canView: (bits & right.read) !== 0,
    canDownload: (bits & right.download) !== 0,
    canEdit: (capacity & 2) !== 0 && (bits & right.modify) !== 0,
    capacityType: capacity,
    editType: 1,
    description: item.description === '' ? undefined : item.description,
    sortNumber: item.sort_number,
    createTime: isoTime(item.created_at),
    updateTime: isoTime(item.updated_at),
    creatorName: nameOf(item.creator_id),
    updaterName: nameOf(item.updater_id),
    lockUserName: item.lock_person_id === 0 ? undefined : nameOf(item.lock_person_id),
    favorite: false,
    publishing: item.kind === objType.cabinet ? item.publishing === 1 : undefined,
  };
}
