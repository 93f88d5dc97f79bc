import { library } from '@dossier/contract/library';
import { moduleType, objType } from '@dossier/contract/rights';
import { call } from '../../ground/call.ts';
import { refresh } from '../../ground/query.ts';
import { textOf } from '../../ground/text.ts';
import { can } from '../library/area.ts';

/** The cabinet among the person's own documents that takes what they hand in from their computer; made when it is first needed. */
export async function ownCabinet(personId: string): Promise<{ id: string; name: string }> {
  const name = textOf('flows')('ownCabinet');
  const { list } = await call(library.cabinets, { moduleType: moduleType.my, keyword: name, pageSize: 100 });
  for (const one of list) {
    if (one.name !== name || one.objType !== objType.cabinet || !can(one.rights, 'upload')) continue;
    // somebody else may share one that is called the same
    if ((await call(library.cabinetDetail, { id: one.id })).ownerId === personId) return { id: one.id, name };
  }
  const { id } = await call(library.createCabinet, { name, moduleType: moduleType.my });
  await refresh(library.cabinets, library.tree);
  return { id, name };
}
