import { favourites } from '@dossier/contract/classification/favourites';
import { objType, right } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { shares } from '@dossier/contract/sharing/shares';
import { flows } from '@dossier/contract/workflows/flows';
import { fireEvent } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { answer, pageOf } from '../../../test/answers.ts';
import { documentOf } from '../../../test/documents.ts';
import { type OpenPage, openPage } from '../../../test/page.ts';
import { nothingWaits, shellAnswers } from '../../../test/shell-answers.ts';

const lease = documentOf({
  name: 'lease.pdf',
  ext: 'pdf',
  parentId: '5',
  rights: right.visible | right.read | right.modify,
});
const folder = documentOf({ id: '6', name: 'Signed', ext: undefined, objType: objType.folder, parentId: '5', rights: lease.rights });
const foreign = documentOf({ id: '8', name: 'rules.pdf', ext: 'pdf', parentId: '5', rights: right.visible });
const cabinet = documentOf({ id: '5', name: 'Contracts', ext: undefined, objType: objType.cabinet, rights: lease.rights });
const none = { list: [], pageNo: 1, pageSize: 20, totalNumber: 0 };

const open = (): Promise<OpenPage> =>
  openPage('/knowledge/index?id=5', {
    phone: true,
    answers: [
      ...shellAnswers(),
      answer(library.items, () => pageOf([folder, lease, foreign])),
      answer(library.ancestors, [{ id: '5', name: 'Contracts', moduleType: 2, objType: objType.cabinet }]),
      answer(library.cabinetDetail, { ...cabinet, path: '', ownerId: '1', ownerName: 'Ana' }),
      answer(library.tree, []),
      answer(library.delete, ({ objIds }) => ({ entries: objIds.map((objId) => ({ objId, binId: `9${objId}` })) })),
      answer(shares.rules, () => new Promise(() => undefined)),
      answer(favourites.addFavorite, {}),
      answer(favourites.favorites, none),
      ...nothingWaits,
      answer(flows.choices, { list: [] }),
    ],
  });

const rowOf = async ({ screen }: OpenPage, name: string): Promise<HTMLElement> => {
  const cell = await screen.findByText(name, { selector: '[role=row] *' });
  return cell.closest('[role=row]') as HTMLElement;
};

/** A finger that moves over a row, in steps, and lets go. */
function swipe(row: HTMLElement, { from, by, down = 0 }: { from: number; by: number; down?: number }): void {
  const at = (x: number, y: number) => ({ pointerType: 'touch', isPrimary: true, pointerId: 1, clientX: x, clientY: y, bubbles: true });
  vi.spyOn(row, 'clientWidth', 'get').mockReturnValue(390);
  fireEvent(row, new PointerEvent('pointerdown', at(from, 100)));
  for (const part of [0.1, 0.5, 1]) fireEvent(row, new PointerEvent('pointermove', at(from + by * part, 100 + down * part)));
  fireEvent(row, new PointerEvent('pointerup', at(from + by, 100 + down)));
}

test('a swipe to the left deletes a document without asking, and offers to undo it; a folder is asked about', async () => {
  const page = await open();
  const { t, screen, dialog, inputsOf } = page;
  swipe(await rowOf(page, 'lease'), { from: 300, by: -200 });
  await screen.findByRole('button', { name: t('documents.library.undo') });
  expect(inputsOf(library.delete)).toEqual([{ objIds: [lease.id] }]);
  swipe(await rowOf(page, 'Signed'), { from: 300, by: -200 });
  await dialog(t('documents.library.deleteFolderText'));
  expect(inputsOf(library.delete)).toHaveLength(1);
});

test('a swipe to the right shares, or marks as a favorite what may not be shared', async () => {
  const page = await open();
  swipe(await rowOf(page, 'rules'), { from: 60, by: 200 });
  await expect.poll(() => page.inputsOf(favourites.addFavorite)).toEqual([{ objIds: [foreign.id] }]);
  expect(page.inputsOf(shares.rules)).toEqual([]);
  swipe(await rowOf(page, 'lease'), { from: 60, by: 200 });
  await expect.poll(() => page.inputsOf(shares.rules)).toEqual([{}]);
  expect(page.inputsOf(favourites.addFavorite)).toHaveLength(1);
});

test.each([
  ['is short', 'lease', { from: 300, by: -60 }],
  ['goes rather down', 'lease', { from: 300, by: -200, down: 180 }],
  ['begins at the edge of the screen', 'lease', { from: 385, by: -200 }],
  ['is of a document that may not be deleted', 'rules', { from: 300, by: -200 }],
] as const)('a swipe does nothing that %s', async (_, name, way) => {
  const page = await open();
  swipe(await rowOf(page, name), way);
  expect(page.inputsOf(library.delete)).toEqual([]);
});

test('all that a swipe does stands in the menu of the card', async () => {
  const { t, press, screen } = await open();
  await press(t('documents.library.actionsOf', { name: 'lease.pdf' }));
  const entries = async () => (await screen.findAllByRole('menuitem')).map((entry) => entry.textContent);
  expect(await entries()).toEqual(expect.arrayContaining([expect.stringContaining(t('documents.library.delete'))]));
});
