import { permissions } from '@dossier/contract/access/permissions';
import { documentTemplates } from '@dossier/contract/classification/document-templates';
import { moduleType, objType, right } from '@dossier/contract/core/rights';
import { comments } from '@dossier/contract/comments/comments';
import { content } from '@dossier/contract/documents/content';
import { type Item, library } from '@dossier/contract/documents/library';
import { editing } from '@dossier/contract/editing/editing';
import { officeServer } from '@dossier/contract/editing/office-server';
import type { CurrentUser } from '@dossier/contract/identity/sessions';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { preview } from '@dossier/contract/preview/preview';
import { webdav } from '@dossier/contract/webdav/devices';
import { flows } from '@dossier/contract/workflows/flows';
import { within } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { type Answer, answer, pageOf } from '../../../test/answers.ts';
import { type OpenPage, openPage } from '../../../test/page.ts';
import { shellAnswers } from '../../../test/shell-answers.ts';

const time = '2026-01-01T00:00:00.000Z';
const all = right.visible | right.read | right.print | right.pdf | right.download | right.upload | right.modify;

const itemOf = (given: Partial<Item>): Item => ({
  id: '7',
  name: 'lease.docx',
  objType: objType.document,
  moduleType: moduleType.enterprise,
  parentId: '5',
  cabinetId: '5',
  ext: 'docx',
  size: 9,
  rights: all,
  canView: true,
  canDownload: true,
  canEdit: true,
  capacityType: 3,
  editType: 1,
  sortNumber: 99,
  createTime: time,
  updateTime: time,
  creatorName: 'Ana',
  favorite: false,
  ...given,
});

const cabinet = itemOf({ id: '5', name: 'Contracts', objType: objType.cabinet, ext: undefined, canEdit: false });

/** The list of a cabinet with one document. */
const listAnswers = (given: Partial<Item> = {}, user: Partial<CurrentUser> = {}): Answer[] => [
  ...shellAnswers({ window: 2, ...user }),
  answer(library.items, () => pageOf([itemOf(given)])),
  answer(library.documentDetail, () => ({ ...itemOf(given), path: 'Contracts', ownerId: '1', ownerName: 'Ana' })),
  answer(library.ancestors, [{ id: '5', name: 'Contracts', moduleType: moduleType.enterprise, objType: objType.cabinet }]),
  answer(library.tree, []),
  answer(flows.choices, { list: [] }),
  answer(library.cabinetDetail, { ...cabinet, path: '', ownerId: '1', ownerName: 'Ana' }),
];

/** Opens the list, and the menu of its document. */
async function openMenu(answers: Answer[]): Promise<OpenPage & { entries: () => string[] }> {
  const page = await openPage('/knowledge/index?id=5', { answers });
  await page.user.pointer({ keys: '[MouseRight]', target: await page.screen.findByText('lease') });
  await page.screen.findAllByRole('menuitem');
  return { ...page, entries: () => page.screen.getAllByRole('menuitem').map((entry) => entry.textContent ?? '') };
}
const has = (entries: string[], text: string): boolean => entries.some((entry) => entry.includes(text));

test('a document of one editor has one way to edit it', async () => {
  const { entries, t } = await openMenu(listAnswers());
  expect(entries().filter((entry) => entry.replace(/E$/, '') === t('editing.editor.edit'))).toHaveLength(1);
  for (const text of ['editOffice', 'editBuiltIn'] as const) expect(has(entries(), t(`editing.editor.${text}`))).toBe(false);
});

test('a document of two editors offers both, the preferred one first, and opens the chosen one', async () => {
  const office = answer(editing.preEdit, ({ editor }) => ({ editType: editor ?? 2, pageUrl: '/knowledge/index?id=5&t=1', onlyUrl: '' }));
  const { entries, t, screen, user, inputsOf } = await openMenu([...listAnswers({ editTypes: [2, 1], editType: 2 }), office]);
  const names = entries().filter((entry) =>
    has([t('editing.editor.editOffice'), t('editing.editor.editBuiltIn')], entry.replace(/\W*E$/, '')),
  );
  expect(names.map((name) => name.startsWith(t('editing.editor.editOffice')))).toEqual([true, false]);
  await user.click(screen.getByRole('menuitem', { name: new RegExp(t('editing.editor.editBuiltIn').replaceAll(/[()]/g, '.')) }));
  await expect.poll(() => inputsOf(editing.preEdit)).toEqual([{ id: '7', lockType: 1, editor: 1 }]);
});

test.each<[string, Partial<Item>, boolean, boolean]>([
  ['is open to the office server while others are in that', { editedIn: 2 }, true, false],
  ['is closed to both while one writes it in ours', { editedIn: 1 }, false, false],
  ['is closed to both while it is locked by hand', {}, false, false],
])('a Word document of two editors %s', async (_, state, isOffice, isOwn) => {
  const lock = { lockUserName: 'Wang', lockedByMe: false, mayUnlock: false, ...(state.editedIn && { editors: ['Wang'] }), ...state };
  const { entries, t } = await openMenu(listAnswers({ editTypes: [2, 1], editType: 2, ...lock }));
  expect([has(entries(), t('editing.editor.editOffice')), has(entries(), t('editing.editor.editBuiltIn'))]).toEqual([isOffice, isOwn]);
});

const today = (hour: string): string => {
  const [h, m] = hour.split(':').map(Number);
  return new Date(new Date().setHours(h ?? 0, m)).toISOString();
};
const byBen = { lockUserName: 'Ben', lockedByMe: false, mayUnlock: false };

test('the badge of a document says how it is held, and since when, also after another took it over', async () => {
  const streams: EventTarget[] = [];
  const held = { ...byBen, checkedOut: true, lockTime: today('10:32') };
  const page = await openPage('/knowledge/index?id=5', { answers: listAnswers(held) });
  class Stream extends EventTarget {
    constructor() {
      super();
      streams.push(this);
    }
    close(): void {
      return undefined;
    }
  }
  vi.stubGlobal('EventSource', Stream);
  await page.screen.findByRole('img', { name: page.t('documents.library.checkedOutBy', { name: 'Ben', time: '10:32' }) });
  await page.user.pointer({ keys: '[MouseRight]', target: page.screen.getByText('lease') });
  await page.user.click(await page.screen.findByRole('menuitem', { name: new RegExp(page.t('documents.library.details')) }));
  const pane = within(await page.screen.findByRole('complementary', { name: page.t('documents.library.details') }));
  await pane.findByText(page.t('documents.library.checkedOutBy', { name: 'Ben', time: '10:32' }));
  await pane.findByText('Contracts');
  await expect.poll(() => streams).toHaveLength(1);
  const taken = { id: '7', lockUserName: 'Ann', lockTime: today('11:05'), lockedByMe: false, mayUnlock: false };
  streams[0]?.dispatchEvent(new MessageEvent('item', { data: JSON.stringify(taken) }));
  const text = page.t('documents.library.lockedBy', { name: 'Ann', time: '11:05' });
  await page.screen.findByRole('img', { name: text });
  await pane.findByText(text);
});

test.each([
  ['another writes in it', { editors: ['Ben'], editedIn: 1 }, ['follow', 'askRelease']],
  ['another writes in it, and one may end that', { editors: ['Ben'], editedIn: 1, mayUnlock: true }, ['follow', 'askRelease', 'takeOver']],
  ['another has locked it', {}, ['askRelease']],
  ['another has locked it, and one may end that', { mayUnlock: true }, ['askRelease', 'takeOver']],
  ['another has locked it, and it may only be read', { rights: right.visible | right.read, canEdit: false }, []],
  ['another has locked what no editor opens', { canEdit: false, mayUnlock: true }, ['askRelease']],
  ['several may write in it', { editors: ['Ben'], editedIn: 1, ext: 'md', name: 'lease.md' }, []],
  [
    'several may write in it, and one may end that',
    { editors: ['Ben'], editedIn: 1, mayUnlock: true, ext: 'md', name: 'lease.md' },
    ['takeOver'],
  ],
  ['one has locked it oneself', { lockedByMe: true, mayUnlock: true }, []],
] as const)('the menu and the details of a document offer the ways out where %s', async (_, state, ways) => {
  const given = { ...byBen, ...state, editors: 'editors' in state ? [...state.editors] : undefined };
  const page = await openMenu(listAnswers(given));
  const known = ['follow', 'askRelease', 'takeOver'] as const;
  const offered = (names: string[]) => known.filter((way) => has(names, page.t(`editing.editor.${way}`)));
  expect(offered(page.entries())).toEqual(ways);
  // no row asks for itself
  expect(page.inputsOf(library.documentDetail)).toEqual([]);
  await page.user.click(page.screen.getByRole('menuitem', { name: new RegExp(page.t('documents.library.details')) }));
  const pane = within(await page.screen.findByRole('complementary', { name: page.t('documents.library.details') }));
  await pane.findByText('ID');
  expect(offered(pane.queryAllByRole('button').map((one) => one.textContent ?? ''))).toEqual(ways);
});

test('a document that another holds is asked for, and taken over, from its menu', async () => {
  let locked = true;
  const answers = [
    ...listAnswers(),
    answer(library.items, () => pageOf([itemOf(locked ? { ...byBen, mayUnlock: true } : {})])),
    answer(editing.askRelease, {}),
    answer(content.unlock, () => {
      locked = false;
      return {};
    }),
    answer(editing.preEdit, { editType: 1, pageUrl: '/knowledge/index?id=5&t=1', onlyUrl: '' }),
  ];
  const page = await openMenu(answers);
  await page.user.click(page.screen.getByRole('menuitem', { name: new RegExp(page.t('editing.editor.askRelease')) }));
  await page.screen.findByText(page.t('editing.editor.asked', { name: 'Ben' }));
  await page.user.pointer({ keys: '[MouseRight]', target: page.screen.getByText('lease') });
  await page.user.click(await page.screen.findByRole('menuitem', { name: new RegExp(page.t('editing.editor.takeOver')) }));
  await page.press(page.t('editing.editor.takeOver'), await page.dialog(page.t('documents.content.unlockOne', { name: 'lease.docx' })));
  await page.leadsTo(/t=1/);
  expect(page.inputsOf(content.unlock)).toMatchObject([{ id: '7' }]);
});

test('a document in which several may write is taken over from its menu without opening it', async () => {
  const given = { ...byBen, editors: ['Ben'], editedIn: 1, mayUnlock: true, ext: 'md', name: 'lease.md' };
  const page = await openMenu([...listAnswers(given), answer(content.unlock, {})]);
  await page.user.click(page.screen.getByRole('menuitem', { name: new RegExp(page.t('editing.editor.takeOver')) }));
  const question = page.t('documents.content.endEditingOne', { name: 'lease.md' });
  await page.press(page.t('editing.editor.takeOver'), await page.dialog(question));
  await expect.poll(() => page.inputsOf(content.unlock)).toMatchObject([{ id: '7' }]);
  await page.screen.findByText('lease');
  expect(page.inputsOf(editing.preEdit)).toEqual([]);
});

const writing = { lockUserName: 'Ann', lockedByMe: true, mayUnlock: true, editedIn: 1, editedByMe: true };

test.each<[string, Partial<Item>, string[]]>([
  ['others write with the user', { ...writing, editors: ['Ann', 'Ben', 'Cleo'] }, ['Ben', 'Cleo']],
  ['another has locked it', { ...byBen }, ['Ben']],
  ['another writes in it', { ...byBen, editors: ['Ben'], editedIn: 1 }, ['Ben']],
  ['others write on after its lock was ended', { editors: ['Cleo'], editedIn: 1 }, ['Cleo']],
])('a document is not deleted, which is said without a question, where %s', async (_, given, users) => {
  const page = await openMenu(listAnswers(given));
  await page.user.click(page.screen.getByRole('menuitem', { name: new RegExp(page.t('documents.library.delete')) }));
  const names = new Intl.ListFormat('en').format(users);
  await page.screen.findByText(page.t('documents.library.deleteInUse', { name: 'lease.docx', count: users.length, names }));
  expect(page.screen.queryByRole('dialog')).toBeNull();
});

test.each<[string, Partial<Item>]>([
  ['only the user writes', { ...writing, editors: ['Ann'] }],
  ['the user has locked it against the others', { ...writing, editors: ['Ann', 'Ben'], lockStays: true }],
  ['who manages has ended the lock', { editors: ['Ben'], editedIn: 1, rights: all | right.manage }],
])('a document is deleted after a question where %s', async (_, given) => {
  const page = await openMenu(listAnswers(given));
  await page.user.click(page.screen.getByRole('menuitem', { name: new RegExp(page.t('documents.library.delete')) }));
  await page.dialog(page.t('documents.library.deleteTitle', { what: page.t('documents.library.quoted', { name: 'lease.docx' }) }));
  expect(page.inputsOf(library.delete)).toEqual([]);
});

test('a document that another writes in is followed from its menu, and not opened for writing where nobody writes any more', async () => {
  const page = await openMenu([
    ...listAnswers({ ...byBen, editors: ['Ben'], editedIn: 1 }),
    answer(editing.followFile, { isOpen: false, name: 'lease.docx', ext: 'docx', version: '' }),
    answer(comments.places, { list: [] }),
    answer(preview.view, { refused: 'noRightToView', message: 'No' }),
  ]);
  await page.user.click(page.screen.getByRole('menuitem', { name: new RegExp(page.t('editing.editor.follow')) }));
  await page.leadsTo(/^\/docpreview\?id=7/);
  expect(page.inputsOf(editing.openFile)).toEqual([]);
});

test('who edits a document is shown live, without asking for the list anew', async () => {
  const streams: EventTarget[] = [];
  const page = await openPage('/knowledge/index?id=5', { answers: listAnswers() });
  class Stream extends EventTarget {
    constructor() {
      super();
      streams.push(this);
    }
    close(): void {
      return undefined;
    }
  }
  vi.stubGlobal('EventSource', Stream);
  await page.screen.findByText('lease');
  await expect.poll(() => streams).toHaveLength(1);
  const before = page.inputsOf(library.items).length;
  const tell = (data: object) => streams[0]?.dispatchEvent(new MessageEvent('item', { data: JSON.stringify(data) }));
  tell({ id: '7', editors: ['王芳'], editedIn: 1, lockUserName: '王芳', lockedByMe: false, mayUnlock: false });
  await page.screen.findByRole('img', { name: page.t('documents.library.editedBy', { names: '王芳' }) });
  tell({ id: '8', editors: ['李晓'], editedIn: 1 });
  tell({ id: '7' });
  await expect.poll(() => page.screen.queryByRole('img', { name: page.t('documents.library.editedBy', { names: '王芳' }) })).toBeNull();
  expect(page.inputsOf(library.items)).toHaveLength(before);
});

test.each([
  ['the office server', { viewType: 2, officeServer: true }, 1],
  ['our viewer where the site has none', { viewType: 2 }, 0],
  ['our viewer by default', { viewType: 1, officeServer: true }, 0],
])('a document is viewed in %s', async (_, user, asked) => {
  const page = await openMenu([
    ...listAnswers({}, user),
    answer(permissions.check, { hasRights: [true] }),
    // it has no viewer for the type: ours shows it
    answer(officeServer.token, { wopiSrc: '', accessToken: '', accessTokenTtl: 0 }),
    answer(preview.view, { refused: 'noRightToView', message: 'No' }),
  ]);
  await page.user.click(page.screen.getByText(page.t('preview.viewer.view')));
  await page.leadsTo('/docpreview?id=7');
  await page.screen.findByText('No');
  expect(page.inputsOf(officeServer.token)).toHaveLength(asked);
});

const disk = (given: object): Answer => answer(webdav.address, { readOnly: false, devices: 1, ...given });
const choose = async ({ screen, user, t }: OpenPage): Promise<void> =>
  user.click(screen.getByRole('menuitem', { name: new RegExp(t('webdav.openIn', { program: 'Word' })) }));

/** The links to programs that were followed. */
function followed(): string[] {
  const links: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    links.push(this.getAttribute('href') ?? '');
  });
  return links;
}

test('a document opens in a program of the computer, to edit it or to view it', async () => {
  const url = 'https://docs.example.org/dav/enterprise/A%20(1)/50%25%20%231.docx';
  const page = await openMenu([...listAnswers(), disk({ url })]);
  const links = followed();
  expect(has(page.entries(), page.t('webdav.openIn', { program: 'Excel' }))).toBe(false);
  expect(has(page.entries(), page.t('webdav.openIn', { program: 'LibreOffice' }))).toBe(true);
  await choose(page);
  await expect.poll(() => links).toEqual(['ms-word:ofe|u|https://docs.example.org/dav/enterprise/A%20%281%29/50%25%20%231.docx']);
  await page.press(page.t('webdav.nothingHappened'));
  await page.dialog(page.t('webdav.deskPassword'));
});

test('a document that may only be read opens in a program to view it', async () => {
  const page = await openMenu([...listAnswers({ canEdit: false }), disk({ url: 'https://docs.example.org/dav/a.docx', readOnly: true })]);
  const links = followed();
  await choose(page);
  await expect.poll(() => links).toEqual(['ms-word:ofv|u|https://docs.example.org/dav/a.docx']);
});

test('without a device of the sync disk it is said first what the program asks for', async () => {
  const page = await openMenu([...listAnswers(), disk({ url: 'https://docs.example.org/dav/a.docx', devices: 0 })]);
  const links = followed();
  await choose(page);
  const box = await page.dialog(page.t('webdav.deskPassword'));
  expect(links).toEqual([]);
  await page.press(page.t('webdav.openIn', { program: 'Word' }), box);
  expect(links).toEqual(['ms-word:ofe|u|https://docs.example.org/dav/a.docx']);
});

test.each([
  ['open', [], true, true],
  ['refused', [], true, false],
  ['off', [], false, false],
  ['off', ['settings.edit'], true, false],
] as const)('programs are offered as far as the sync disk is open (%s %j)', async (syncDisk, deeds, isInMenu, isInBar) => {
  // few other actions, so that the bar has room
  const few = { rights: right.visible, canView: false, canEdit: false };
  const page = await openMenu(listAnswers(few, { window: 1, syncDisk, deeds: [...deeds] }));
  const openIn = page.t('webdav.openIn', { program: 'Word' });
  expect(has(page.entries(), openIn)).toBe(isInMenu);
  const bar = within(await page.screen.findByRole('toolbar', { name: page.t('documents.library.actions') }));
  await bar.findByRole('button', { name: new RegExp(page.t('documents.archives.download')) });
  expect(bar.queryAllByRole('button', { name: new RegExp(openIn) })).toHaveLength(isInBar ? 1 : 0);
});

test.each([
  ['off', ['settings.edit'], 'diskOffYours', 'toConfiguration'],
  ['off', [], 'diskOff', 'understood'],
  ['person', ['disk.edit'], 'diskRefusedYours', 'toDevices'],
  ['person', [], 'diskRefused', 'understood'],
  ['area', ['settings.edit'], 'diskAreaYours', 'toConfiguration'],
  ['area', [], 'diskArea', 'understood'],
] as const)('where the sync disk is in the way (%s), it is said who can change that (%j)', async (obstacle, deeds, text, way) => {
  const page = await openMenu([...listAnswers({}, { deeds: [...deeds] }), disk({ obstacle })]);
  await choose(page);
  const box = await page.dialog(page.t(`webdav.${text}`, { program: 'Word', name: 'lease.docx' }));
  expect(box.getByRole('button', { name: page.t(`webdav.${way}`) })).toBeTruthy();
});

test.each([
  ['endEditing', 'endEditingOne', 'unlockEdited', { editors: ['Ben'], editedIn: 1, canEdit: false }],
  ['undoCheckOut', 'undoCheckOutOne', 'undoCheckOutText', { checkedOut: true }],
  ['unlock', 'unlockOne', 'unlockHeld', {}],
] as const)('a document that another holds is released after a question (%s)', async (ends, question, text, state) => {
  const held = { lockUserName: 'Ben', lockedByMe: false, mayUnlock: true, ...state };
  const page = await openMenu([
    ...listAnswers({ ...held, editors: 'editors' in state ? [...state.editors] : undefined }),
    answer(content.unlock, {}),
  ]);
  await page.user.click(page.screen.getByRole('menuitem', { name: new RegExp(page.t(`documents.content.${ends}`)) }));
  const box = await page.dialog(page.t(`documents.content.${question}`, { name: 'lease.docx' }));
  box.getByText(page.t(`documents.content.${text}`, { names: 'Ben' }));
  expect(page.inputsOf(content.unlock)).toEqual([]);
  await page.press(page.t(`documents.content.${ends}`), box);
  await expect.poll(() => page.inputsOf(content.unlock)).toMatchObject([{ id: '7' }]);
});

const refusedBy = (given: Partial<Item>): Answer[] => [
  ...shellAnswers({}),
  answer(editing.openFile, { refused: 'documentLocked', message: 'locked' }),
  answer(library.documentDetail, () => ({
    ...itemOf(given),
    lockTime: today('10:32'),
    path: '',
    ownerId: '1',
    ownerName: 'Ana',
  })),
  answer(content.unlock, {}),
];

test('a document that is checked out says so, by its name, and is taken over by who may', async () => {
  const page = await openPage('/editWord?id=7', { answers: refusedBy({ ...byBen, checkedOut: true, mayUnlock: true }) });
  await page.screen.findByRole('heading', { name: 'lease.docx' });
  await page.screen.findByText(page.t('documents.library.checkedOutBy', { name: 'Ben', time: '10:32' }));
  // nobody writes that could be followed
  expect(page.screen.queryByRole('button', { name: page.t('editing.editor.follow') })).toBeNull();
  await page.press(page.t('editing.editor.takeOver'));
  await page.press(
    page.t('editing.editor.takeOver'),
    await page.dialog(page.t('documents.content.undoCheckOutOne', { name: 'lease.docx' })),
  );
  await expect.poll(() => page.inputsOf(content.unlock)).toMatchObject([{ id: '7' }]);
  await expect.poll(() => page.inputsOf(editing.openFile).length).toBe(2);
});

test('an editor that was opened from the viewer leads back to it', async () => {
  const page = await openPage('/docpreview?id=7', {
    answers: [
      ...refusedBy({ ...byBen, checkedOut: true }),
      answer(preview.view, {
        id: '7',
        name: 'lease.docx',
        ext: 'docx',
        size: 9,
        version: 1,
        versionLabel: '1.0',
        revision: '70',
        rendition: 'none',
        detailUrl: '',
        streamUrl: '',
        rights: all,
        canEdit: true,
        editType: 1,
        look: 'token',
      }),
    ],
  });
  await page.press(page.t('preview.viewer.edit'));
  await page.leadsTo('/editWord?id=7');
  await page.screen.findByText(page.t('documents.library.checkedOutBy', { name: 'Ben', time: '10:32' }));
  await page.press(page.t('editing.editor.close'));
  await page.leadsTo('/docpreview?id=7');
  await page.screen.findByRole('button', { name: page.t('preview.viewer.edit') });
  // the editor asked once, and the viewer stays
  expect(page.inputsOf(editing.openFile)).toHaveLength(1);
});

test('a document that is refused is asked for, tells the answer of its holder, and opens once it is free', async () => {
  const streams: EventTarget[] = [];
  const refusal = {
    id: '3',
    msgType: msgType.releaseRefused,
    content: 'Ben keeps it',
    createdDt: new Date().toISOString(),
    read: false,
    objId: '7',
  };
  let unread: (typeof refusal)[] = [];
  const page = await openPage('/editWord?id=7', {
    answers: [
      ...refusedBy({ lockUserName: 'Ben', lockedByMe: false }),
      answer(editing.askRelease, {}),
      answer(messages.unread, () => ({ list: unread, totalNumber: unread.length })),
      answer(messages.markRead, {}),
    ],
  });
  class Stream extends EventTarget {
    constructor() {
      super();
      streams.push(this);
    }
    close(): void {
      return undefined;
    }
  }
  vi.stubGlobal('EventSource', Stream);
  await page.press(page.t('editing.editor.askRelease'));
  expect(page.screen.queryByRole('button', { name: page.t('editing.editor.tryAgain') })).toBeNull();
  await expect.poll(() => streams).toHaveLength(1);
  unread = [refusal];
  streams[0]?.dispatchEvent(new MessageEvent('message', { data: '{}' }));
  await page.screen.findByText('Ben keeps it');
  const tell = (data: object) => streams[0]?.dispatchEvent(new MessageEvent('item', { data: JSON.stringify(data) }));
  tell({ id: '7', lockUserName: 'Ann', lockedByMe: false });
  expect(page.inputsOf(editing.openFile)).toHaveLength(1);
  tell({ id: '7' });
  await expect.poll(() => page.inputsOf(editing.openFile).length).toBe(2);
});

test('a document that another edits is followed by who may not take it over', async () => {
  const page = await openPage('/editWord?id=7', {
    answers: refusedBy({ lockUserName: 'Ben', lockedByMe: false, editors: ['Ben'], editedIn: 1 }),
  });
  await page.screen.findByText(page.t('documents.library.editedBy', { names: 'Ben' }));
  await page.screen.findByRole('button', { name: page.t('editing.editor.follow') });
  expect(page.screen.queryByRole('button', { name: page.t('editing.editor.takeOver') })).toBeNull();
});

test('a new document starts from a template', async () => {
  const templates = [
    { id: '91', name: 'Minutes', description: 'Of the board', ext: 'docx', size: 10 },
    { id: '92', name: 'Budget', description: '', ext: 'xlsx', size: 10 },
  ];
  const { screen, t, press, fill, dialog, user, inputsOf, leadsTo } = await openPage('/knowledge/index?id=5', {
    answers: [
      ...listAnswers(),
      answer(documentTemplates.choices, templates),
      answer(documentTemplates.use, ({ name }) => ({ id: '8', name })),
      answer(editing.preEdit, { editType: 1, pageUrl: '/knowledge/index?id=5&t=1', onlyUrl: '' }),
    ],
  });
  await screen.findByText('lease');
  await press(t('editing.editor.newDocument'));
  const box = await dialog(t('editing.editor.newDocument'));
  await user.click(await box.findByRole('radio', { name: t('editing.editor.fromTemplate') }));
  await press(t('editing.editor.create'), box);
  await box.findByText(t('editing.editor.templateNeeded'));
  await user.click(box.getByRole('combobox'));
  await user.click(await screen.findByTitle('Budget'));
  await box.findByText('.xlsx');
  await fill(t('platform.name'), 'Plan 2027', box);
  await press(t('editing.editor.create'), box);
  await expect
    .poll(() => inputsOf(documentTemplates.use))
    .toEqual([{ id: '92', parentId: '5', name: 'Plan 2027.xlsx', onSameName: 'refuse' }]);
  expect(inputsOf(editing.create)).toEqual([]);
  await leadsTo(/t=1/);
});

test('a new document is one of the types that can be edited here', async () => {
  const { screen, t, press, fill, dialog, user, inputsOf, leadsTo } = await openPage('/knowledge/index?id=5', {
    answers: [
      ...listAnswers(),
      answer(documentTemplates.choices, []),
      answer(editing.create, { id: '8' }),
      answer(editing.preEdit, { editType: 1, pageUrl: '/knowledge/index?id=5&t=1', onlyUrl: '' }),
    ],
  });
  await screen.findByText('lease');
  await press(t('editing.editor.newDocument'));
  const box = await dialog(t('editing.editor.newDocument'));
  const types = box.getAllByRole<HTMLInputElement>('radio');
  expect([types.map(({ value }) => value), types.filter(({ checked }) => checked).map(({ value }) => value)]).toEqual([
    ['md', 'docx', 'xlsx', 'pptx', 'excalidraw', 'txt', 'csv', 'html'],
    ['md'],
  ]);
  await user.click(box.getByRole('radio', { name: t('editing.editor.pptx') }));
  await fill(t('platform.name'), 'Plan', box);
  await press(t('editing.editor.create'), box);
  await expect.poll(() => inputsOf(editing.create)).toEqual([{ parentId: '5', name: 'Plan.pptx' }]);
  await leadsTo(/t=1/);
});

test('without templates no new document from one is offered', async () => {
  const { screen, t, press, inputsOf } = await openPage('/knowledge/index?id=5', { answers: listAnswers() });
  await screen.findByText('lease');
  await expect.poll(() => inputsOf(documentTemplates.choices)).toHaveLength(1);
  await press(t('documents.library.more'), within(screen.getByRole('main')));
  await screen.findByText(t('documents.content.uploadZip'));
  for (const text of ['fromTemplateDots', 'fromTemplateShort'] as const)
    expect(screen.queryByText(t(`classification.cards.${text}`))).toBeNull();
});

test('the only template is chosen already, with a name for the document', async () => {
  const { screen, t, press, dialog, user } = await openPage('/knowledge/index?id=5', {
    answers: [
      ...listAnswers(),
      answer(documentTemplates.choices, [{ id: '91', name: 'Minutes', description: '', ext: 'docx', size: 10 }]),
      answer(library.checkNames, { taken: [] }),
    ],
  });
  await screen.findByText('lease');
  await press(t('documents.library.more'), within(screen.getByRole('main')));
  await user.click(await screen.findByText(t('classification.cards.fromTemplateDots')));
  const box = await dialog(t('classification.cards.fromTemplate'));
  await box.findByTitle('Minutes');
  expect(await box.findByDisplayValue('Minutes')).toBeTruthy();
});

test('a document from a template has a name that is free, says at the field what is wrong with another, and is opened', async () => {
  const page = await openPage('/knowledge/index?id=5', {
    answers: [
      ...listAnswers(),
      answer(documentTemplates.choices, [
        { id: '91', name: 'Minutes', description: '', ext: 'docx', size: 10 },
        { id: '92', name: 'Letter', description: '', ext: 'docx', size: 10 },
      ]),
      answer(library.checkNames, ({ names }) => ({ taken: names.slice(0, 2).map((name) => ({ name, objType: 3 })) })),
      answer(documentTemplates.use, ({ name }) =>
        name === 'taken' ? { refused: 'documentNameExists', message: 'It is there already' } : { id: '8', name: `${name}.docx` },
      ),
      answer(editing.preEdit, { editType: 1, pageUrl: '/knowledge/index?id=5&t=1', onlyUrl: '' }),
    ],
  });
  const { screen, t, press, fill, dialog, user, inputsOf, leadsTo } = page;
  await screen.findByText('lease');
  await press(t('documents.library.more'), within(screen.getByRole('main')));
  await user.click(await screen.findByText(t('classification.cards.fromTemplateDots')));
  const box = await dialog(t('classification.cards.fromTemplate'));
  await user.click(box.getByRole('combobox'));
  await user.click(await screen.findByTitle('Minutes'));
  await box.findByDisplayValue('Minutes (3)');
  expect(inputsOf(library.checkNames)[0]?.names.slice(0, 2)).toEqual(['Minutes.docx', 'Minutes (2).docx']);
  await fill(t('classification.cards.name'), 'taken', box);
  await press(t('classification.cards.create'), box);
  await box.findByText('It is there already');
  await fill(t('classification.cards.name'), 'Minutes of May', box);
  await press(t('classification.cards.create'), box);
  await leadsTo(/t=1/);
  expect(inputsOf(documentTemplates.use).map(({ name }) => name)).toEqual(['taken', 'Minutes of May']);
});
