import { moduleType, objType, right } from '@dossier/contract/core/rights';
import { type Item, library } from '@dossier/contract/documents/library';
import { flows } from '@dossier/contract/workflows/flows';
import { type Answer, answer } from './answers.ts';

const time = '2026-01-01T00:00:00.000Z';

/** A text document in cabinet 5 that its reader may view and download, for answers to a page. */
export const documentOf = (given: Partial<Item> = {}): Item => ({
  id: '7',
  name: 'lease.txt',
  objType: objType.document,
  moduleType: moduleType.enterprise,
  parentId: '5',
  cabinetId: '5',
  ext: 'txt',
  size: 9,
  revision: '70',
  rights: right.visible | right.read,
  canView: true,
  canDownload: true,
  canEdit: false,
  capacityType: 1,
  editType: 1,
  sortNumber: 99,
  createTime: time,
  updateTime: time,
  creatorName: 'Ana',
  favorite: false,
  ...given,
});

/** What a page asks of cabinet 5, which has no folders, besides its items; with `rights` on it, and no flow to start. */
export function cabinetAnswers(rights = right.visible | right.read): Answer[] {
  const cabinet = { id: '5', name: 'Contracts', moduleType: moduleType.enterprise, objType: objType.cabinet };
  const facts = documentOf({ ...cabinet, rights, ext: undefined, size: undefined });
  return [
    answer(library.ancestors, [cabinet]),
    answer(library.tree, []),
    answer(library.cabinetDetail, { ...facts, path: '', ownerId: '1', ownerName: 'Ana' }),
    answer(flows.choices, { list: [] }),
  ];
}
