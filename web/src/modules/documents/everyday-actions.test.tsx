import { type Grant, permissions } from '@dossier/contract/access/permissions';
import { level, moduleType, objType, right } from '@dossier/contract/core/rights';
import { type Item, library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { session } from '@dossier/contract/identity/sessions';
import { fireEvent, within } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { type Answer, answer, pageOf } from '../../../test/answers.ts';
import { documentOf } from '../../../test/documents.ts';
import { type OpenPage, openPage } from '../../../test/page.ts';
import { shellAnswers } from '../../../test/shell-answers.ts';
import { flows } from '@dossier/contract/workflows/flows';

const all = right.visible | right.read | right.print | right.pdf | right.download | right.upload | right.modify;
const lease = documentOf({ name: 'lease.docx', ext: 'docx', rights: all, canEdit: true });
const folderOf = (id: string, name: string, given: Partial<Item> = {}): Item =>
  documentOf({ id, name, objType: objType.folder, rights: all, ext: undefined, size: undefined, parentId: '5', ...given });
const cabinet = folderOf('5', 'Contracts', { objType: objType.cabinet, parentId: undefined });
const signed = folderOf('6', 'Signed');
const treeNode = ({ id, name, objType: kind, rights }: Item, hasChildren = false) => ({
  id,
  name,
  objType: kind,
  moduleType: moduleType.enterprise,
  hasChildren,
  rights,
});
const pathTo = (...items: Item[]) =>
  items.map(({ id, name, objType: kind }) => ({ id, name, moduleType: moduleType.enterprise, objType: kind }));
const detailOf = (item: Item) => ({ ...item, path: 'Contracts', ownerId: '1', ownerName: 'Ana' });

/** The list of a cabinet with a folder and a document. */
const listAnswers = (more: Answer[] = []): Answer[] => [
  // the folder Signed was chosen before
  ...shellAnswers({ window: 2, listLayout: JSON.stringify({ places: ['6'] }) }),
  answer(library.items, () => pageOf([signed, lease])),
  answer(library.ancestors, ({ id }) => (id === '6' ? pathTo(cabinet, signed) : pathTo(cabinet))),
  answer(library.tree, ({ parentId, moduleType: area }) =>
    parentId === '5' ? [treeNode(signed)] : area === moduleType.enterprise ? [treeNode(cabinet, true)] : [],
  ),
  answer(library.cabinetDetail, detailOf(cabinet)),
  answer(library.folderDetail, detailOf(signed)),
  answer(library.documentDetail, detailOf(lease)),
  answer(permissions.forecast, { widens: false, narrows: false }),
  answer(flows.choices, { list: [] }),
  answer(session.setListLayout, {}),
  ...more,
];

const open = (more: Answer[] = []): Promise<OpenPage> => openPage('/knowledge/index?id=5', { answers: listAnswers(more) });

const rowOf = async ({ screen }: OpenPage, name: string): Promise<HTMLElement> => {
  const cell = await screen.findByText(name.replace(/\.\w+$/, ''), { selector: '[role=row] *' });
  return cell.closest('[role=row]') as HTMLElement;
};
const openMenu = async (page: OpenPage, name: string): Promise<void> => {
  fireEvent.contextMenu(await rowOf(page, name));
  await page.screen.findAllByRole('menuitem');
};
/** The words of the menu that was opened last, without shortcuts; one that was closed before may still be fading out. */
const entries = ({ screen }: OpenPage): string[] =>
  within(screen.getAllByRole('menu').at(-1) as HTMLElement)
    .getAllByRole('menuitem')
    .map((entry) => entry.querySelector('.ant-dropdown-menu-title-content')?.firstChild?.textContent ?? '');
const choose = async (page: OpenPage, label: string): Promise<void> => {
  const found = await page.screen.findAllByText(label, { selector: '[role=menuitem] *' });
  await page.user.click(found.at(-1) as HTMLElement);
};

test('menus and bar have the everyday actions in one order', async () => {
  const page = await open();
  const { t, screen } = page;
  await openMenu(page, 'lease.docx');
  const order = [
    t('preview.viewer.view'),
    t('editing.editor.edit'),
    t('sharing.links.shareItem'),
    t('documents.archives.download'),
    t('documents.library.moveTo'),
    t('documents.library.rename'),
    t('preview.viewer.copyLink'),
  ];
  expect(entries(page).slice(0, order.length)).toEqual(order);
  const bar = within(await screen.findByRole('toolbar', { name: t('documents.library.actions') }));
  await bar.findByRole('button', { name: new RegExp(t('sharing.links.shareItem')) });
});

/** The entry in the menu of a document that asks for a place, and the folder that was chosen the last time. */
async function sendToSigned(page: OpenPage, label: 'moveTo' | 'copyTo', title: 'moveTitle' | 'copyTitle'): Promise<void> {
  const { t, dialog, press } = page;
  await openMenu(page, 'lease.docx');
  await choose(page, t(`documents.library.${label}`));
  const box = await dialog(t(`documents.library.${title}`, { what: t('documents.library.quoted', { name: 'lease.docx' }) }));
  await press(t(label === 'moveTo' ? 'documents.library.moveHere' : 'documents.library.copyHere'), box);
  await box.findByText(t('documents.library.choosePlace'), { selector: '.ant-form-item-explain-error' });
  await press('Signed', box);
  await press(t(label === 'moveTo' ? 'documents.library.moveHere' : 'documents.library.copyHere'), box);
}

test('a document is moved to a folder that was chosen before, and shown there', async () => {
  const page = await open([answer(library.move, ({ objIds }) => ({ ids: objIds, skipped: 0 }))]);
  const { t, screen, inputsOf, press, leadsTo } = page;
  await sendToSigned(page, 'moveTo', 'moveTitle');
  await expect.poll(() => inputsOf(library.move)).toEqual([{ objIds: ['7'], parentId: '6', onSameName: 'refuse' }]);
  const words = t('documents.library.movedTo', { what: t('documents.library.quoted', { name: 'lease.docx' }), where: 'Signed' });
  await screen.findByText(words);
  await press(t('documents.library.show'));
  await leadsTo('/knowledge/index?id=6&select=7');
});

test('Ctrl Z takes back what the last notice offers to undo, once, and also when the notice was closed', async () => {
  const page = await open([answer(library.update, {})]);
  const { t, screen, user, inputsOf, press } = page;
  const rename = async (name: string): Promise<HTMLElement> => {
    await user.click(await rowOf(page, 'lease.docx'));
    await user.keyboard('{F2}');
    fireEvent.input(await screen.findByDisplayValue('lease.docx'), { target: { value: name } });
    await user.keyboard('{Enter}');
    return (await screen.findByText(t('documents.library.renamed', { name }))).parentElement as HTMLElement;
  };
  await press(t('platform.close'), within(await rename('hire.docx')));
  await user.keyboard('{Control>}z{/Control}');
  await expect.poll(() => inputsOf(library.update).map(({ name }) => name)).toEqual(['hire.docx', 'lease.docx']);
  await user.keyboard('{Control>}z{/Control}');
  const notice = await rename('loan.docx');
  await user.keyboard('{Control>}z{/Control}');
  await expect.poll(() => notice.isConnected).toBe(false);
  await expect.poll(() => inputsOf(library.update).map(({ name }) => name)).toEqual(['hire.docx', 'lease.docx', 'loan.docx', 'lease.docx']);
});

test('a document is copied to a folder and beside itself, with undo, and what was cut stays on the clipboard', async () => {
  const page = await open([
    answer(library.cut, {}),
    answer(library.paste, { ids: ['8'], moved: false, skipped: 0 }),
    answer(library.delete, { entries: [{ objId: '8', binId: '9' }] }),
  ]);
  const { t, screen, inputsOf, press } = page;
  await openMenu(page, 'Signed');
  await choose(page, t('documents.library.cut'));
  await sendToSigned(page, 'copyTo', 'copyTitle');
  const what = t('documents.library.quoted', { name: 'lease.docx' });
  await screen.findByText(t('documents.library.copiedTo', { what, where: 'Signed' }));
  expect(inputsOf(library.paste)).toMatchObject([{ parentId: '6', objIds: ['7'] }]);
  expect(inputsOf(library.cut)).toEqual([{ objIds: ['6'] }]);
  await openMenu(page, 'lease.docx');
  await choose(page, t('documents.library.duplicate'));
  const notice = (await screen.findByText(t('documents.library.duplicated', { what }))).parentElement as HTMLElement;
  expect(inputsOf(library.paste).map(({ parentId }) => parentId)).toEqual(['6', '5']);
  await press(t('documents.library.undo'), within(notice));
  await expect.poll(() => inputsOf(library.delete)).toEqual([{ objIds: ['8'] }]);
});

test('a link to a document or folder is copied for colleagues', async () => {
  const page = await open();
  const { t, screen } = page;
  const texts: string[] = [];
  vi.stubGlobal('isSecureContext', true);
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void texts.push(text));
  for (const name of ['lease.docx', 'Signed']) {
    await openMenu(page, name);
    await choose(page, t('preview.viewer.copyLink'));
    await expect.poll(() => screen.queryAllByText(t('preview.viewer.linkCopied')).length).toBeGreaterThan(0);
  }
  await expect.poll(() => texts).toEqual([`${location.origin}/docpreview?id=7#pdf`, `${location.origin}/knowledge/index?id=6`]);
});

test('a folder has the same menu in the tree as in the list, and is renamed there in a dialog', async () => {
  const page = await open([answer(library.update, {})]);
  const { t, screen, user, fill, dialog, press, inputsOf } = page;
  await openMenu(page, 'Signed');
  const inList = entries(page);
  await user.keyboard('{Escape}');
  const node = await screen.findByRole('treeitem', { name: 'Contracts' });
  await user.click(node.querySelector('span') as Element);
  const signedNode = await screen.findByRole('treeitem', { name: 'Signed' });
  fireEvent.contextMenu(signedNode);
  await expect.poll(() => screen.getAllByRole('menu')).toHaveLength(2);
  expect(entries(page)).toEqual(inList);
  await choose(page, t('documents.library.rename'));
  const box = await dialog(t('documents.library.renameTitle', { name: 'Signed' }));
  await fill(t('platform.name'), 'Closed', box);
  await press(t('documents.library.rename'), box);
  await expect.poll(() => inputsOf(library.update)).toEqual([{ id: '6', name: 'Closed' }]);
});

test('a dialog for a single name is left by Escape at once, but by a click beside it only after a question', async () => {
  const page = await open();
  const { t, screen, user, fill, dialog, press } = page;
  const node = await screen.findByRole('treeitem', { name: 'Contracts' });
  await user.click(node.querySelector('span') as Element);
  const typeName = async (): Promise<void> => {
    fireEvent.contextMenu(await screen.findByRole('treeitem', { name: 'Signed' }));
    await screen.findAllByRole('menuitem');
    await choose(page, t('documents.library.rename'));
    await fill(t('platform.name'), 'Closed', await dialog(t('documents.library.renameTitle', { name: 'Signed' })));
  };
  await typeName();
  await user.keyboard('{Escape}');
  expect(screen.queryByText(t('platform.discardQuestion'))).toBeNull();
  await typeName();
  await press(t('platform.cancel'), await dialog(t('documents.library.renameTitle', { name: 'Signed' })));
  expect(screen.queryByText(t('platform.discardQuestion'))).toBeNull();
  await typeName();
  await user.click([...document.querySelectorAll('.ant-modal-wrap')].at(-1) as Element);
  await press(t('platform.discard'), await dialog(t('platform.discardQuestion')));
});

test.each(['{F2}', '{Delete}', '{Control>}x{/Control}'])('%s with nothing selected says so', async (key) => {
  const page = await open();
  await rowOf(page, 'lease.docx');
  await page.user.keyboard(key);
  expect((await page.screen.findByText(page.t('documents.library.nothingSelected'))).closest('[role=status]')).not.toBeNull();
});

test('without a network a line says so, the list stays, and a change says that nothing was changed', async () => {
  const page = await open();
  const { t, screen, press, dialog } = page;
  await rowOf(page, 'lease.docx');
  const reached = globalThis.fetch;
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  dispatchEvent(new Event('offline'));
  await screen.findByText(t('platform.offline'));
  await press(t('documents.library.name'));
  await openMenu(page, 'lease.docx');
  await choose(page, t('documents.library.delete'));
  await press(t('documents.library.delete'), await dialog(t('documents.library.deleteText')));
  await screen.findByText(t('platform.nothingChanged'));
  await rowOf(page, 'lease.docx');
  online.mockReturnValue(true);
  vi.stubGlobal('fetch', (target: string, init?: RequestInit) =>
    target === '/health' ? Promise.resolve(new Response()) : reached(target, init),
  );
  dispatchEvent(new Event('online'));
  await expect.poll(() => screen.queryByText(t('platform.offline'))).toBeNull();
});

test('without a network a folder that was not read keeps the path that led to it', async () => {
  const folder = documentOf({ id: '70', name: 'Leases', objType: objType.folder, parentId: '5' });
  const page = await open([answer(library.items, ({ parentId }) => pageOf(parentId === '5' ? [folder] : []))]);
  const { t, screen, user } = page;
  const row = await rowOf(page, 'Leases');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await user.dblClick(row);
  const way = await screen.findByRole('navigation', { name: t('documents.library.way') });
  await expect.poll(() => within(way).queryByRole('heading', { name: 'Leases' })).not.toBeNull();
  expect(within(way).getByRole('link', { name: 'Contracts' })).toBeDefined();
});

test('several are granted a level together; who is refused stays in the field, and is not lost by a click beside it', async () => {
  const ana = { type: 'user', id: '11', name: 'Ana Abel' } as const;
  const bids = { type: 'group', id: '12', name: 'Bids' } as const;
  const grants: Grant[] = [];
  const terms = {
    inherit: true,
    canInherit: false,
    ownerName: 'Otto',
    ownerId: '9',
    rights: level.full,
    mayGive: level.full,
    capped: false,
  };
  const page = await open([
    answer(library.items, () => pageOf([{ ...lease, rights: level.full }])),
    answer(people.grantees, ({ keyword }) => [ana, bids].filter(({ name }) => name.startsWith(keyword))),
    answer(permissions.list, () => ({ list: grants, ...terms })),
    answer(permissions.grant, ({ granteeType, granteeId, level: given }) => {
      if (granteeId === bids.id) return { refused: 'noRightToOperate', message: 'Not for Bids' };
      const whom = { granteeType, granteeId, granteeName: ana.name };
      grants.push({ id: granteeId, inherited: false, ...whom, level: given, reach: 'all', expired: false });
      return { ids: [granteeId] };
    }),
  ]);
  const { screen, t, pick, press, dialog, inputsOf } = page;
  await openMenu(page, 'lease.docx');
  await choose(page, t('access.rights'));
  const box = await dialog(t('access.rightsOf', { name: 'lease.docx' }));
  for (const { name } of [ana, bids]) await pick(t('access.whom'), name, box);
  await press(t('access.add'), box);
  await expect
    .poll(() => inputsOf(permissions.grant).map(({ granteeId, level: given }) => [granteeId, given]))
    .toEqual([
      [ana.id, level.view],
      [bids.id, level.view],
    ]);
  await screen.findByText(t('access.given', { name: 'Ana Abel', level: t('access.level_view') }));
  expect((await box.findByRole('listitem')).textContent).toContain('Ana Abel');
  expect(box.getByTitle('Bids').isConnected).toBe(true);
  // nor is the choice lost without a question
  await page.user.click([...document.querySelectorAll('.ant-modal-wrap')].at(-1) as Element);
  await dialog(t('platform.discardQuestion'));
});
