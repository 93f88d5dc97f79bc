import { moduleType, objType, right } from '@dossier/contract/core/rights';
import { type Revision, content } from '@dossier/contract/documents/content';
import { type Item, library } from '@dossier/contract/documents/library';
import { flows } from '@dossier/contract/workflows/flows';
import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answer, answer, pageOf } from '../../../../test/answers.ts';
import { documentOf } from '../../../../test/documents.ts';
import { type OpenPage, openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const time = '2026-01-01T00:00:00.000Z';
const reader = right.visible | right.read | right.download;

const itemOf = (given: Partial<Item>): Item => documentOf({ version: 2, versionLabel: '1.1', revision: '72', rights: reader, ...given });

const revisionOf = (given: Partial<Revision>): Revision => ({
  id: '71',
  number: 1,
  label: '1.0',
  major: false,
  name: 'lease.txt',
  size: 9,
  createTime: time,
  creatorName: 'Ana',
  current: false,
  ...given,
});

/** The list of a cabinet with one document, whose versions these calls change. */
function documentAnswers(rights: number, given: Partial<Item> = {}): Answer[] {
  let revisions = [revisionOf({ id: '72', number: 2, label: '1.1', current: true }), revisionOf({ note: 'As tendered' })];
  const item = (): Item => itemOf({ rights, ...given, ...(revisions[0] && { versionLabel: revisions[0].label }) });
  const change = (id: string, changes: Partial<Revision>): void => {
    revisions = revisions.map((one) => (one.id === id ? { ...one, ...changes } : one));
  };
  const cabinet = itemOf({ id: '5', name: 'Contracts', objType: objType.cabinet });
  return [
    ...shellAnswers(),
    answer(library.items, () => pageOf([item()])),
    answer(library.documentDetail, () => ({ ...item(), path: 'Contracts', ownerId: '1', ownerName: 'Ana' })),
    answer(content.revisions, () => revisions),
    answer(content.promoteRevision, ({ revisionId, note }) => {
      change(revisionId, { label: '2.0', major: true, ...(note !== undefined && { note }) });
      return { label: '2.0' };
    }),
    answer(content.updateRevision, ({ revisionId, note }) => {
      change(revisionId, { note: note === '' ? undefined : note });
      return {};
    }),
    answer(library.ancestors, [{ id: '5', name: 'Contracts', moduleType: moduleType.enterprise, objType: objType.cabinet }]),
    answer(library.tree, []),
    answer(flows.choices, { list: [] }),
    answer(library.cabinetDetail, { ...cabinet, path: '', ownerId: '1', ownerName: 'Ana' }),
  ];
}

async function openVersions(rights: number, given?: Partial<Item>): Promise<OpenPage> {
  const page = await openPage('/knowledge/index?id=5', { answers: documentAnswers(rights, given) });
  const { screen, user, t } = page;
  await user.click(await screen.findByText('lease'));
  await user.keyboard('i');
  await user.click(await screen.findByRole('tab', { name: t('documents.content.versions') }));
  await screen.findByText(t('documents.content.versionN', { label: '1.1' }));
  return page;
}

test('the current version becomes the next major one, with a note', async () => {
  const { screen, t, press, fill, dialog, inputsOf } = await openVersions(reader | right.modify);
  expect(screen.queryByRole('button', { name: t('documents.content.promoteRevision', { label: '1.0', next: '2.0' }) })).toBeNull();
  const title = t('documents.content.promoteRevision', { label: '1.1', next: '2.0' });
  await press(title);
  const box = await dialog(title);
  await fill(t('documents.content.note'), 'Released', box);
  await press(t('documents.content.promote', { next: '2.0' }), box);
  await screen.findByText(t('documents.content.versionN', { label: '2.0' }));
  await screen.findByText('Released', { selector: 'p' });
  expect(inputsOf(content.promoteRevision)).toEqual([{ id: '7', revisionId: '72', note: 'Released' }]);
  await expect.poll(() => screen.queryByRole('button', { name: title })).toBeNull();
});

test('a note is written and changed in place', async () => {
  const { screen, user, t, press, fill, inputsOf } = await openVersions(reader | right.modify);
  await press(t('documents.content.addNoteTo', { label: '1.1' }));
  await fill(t('documents.content.note'), ' Second draft ');
  await press(t('documents.content.saveNote'));
  await screen.findByText('Second draft');
  await press(t('documents.content.editNote', { label: '1.0' }));
  await fill(t('documents.content.note'), 'Forgotten');
  await user.keyboard('{Escape}');
  await screen.findByText('As tendered');
  await press(t('documents.content.editNote', { label: '1.0' }));
  await fill(t('documents.content.note'), '');
  await user.keyboard('{Enter}');
  await press(t('documents.content.addNoteTo', { label: '1.0' }));
  expect(inputsOf(content.updateRevision)).toEqual([
    { id: '7', revisionId: '72', note: 'Second draft' },
    { id: '7', revisionId: '71', note: '' },
  ]);
});

const mine = { lockUserName: 'Ana', lockedByMe: true, mayUnlock: true, editedIn: 1, editedByMe: true };

test.each<[string, Partial<Item>, string | undefined]>([
  ['nobody writes', {}, undefined],
  ['only oneself writes', { ...mine, editors: ['Ana'] }, 'You are editing it now.'],
  ['one other writes', { ...mine, editors: ['Ana', 'Ben'] }, 'Ben is editing it now.'],
  ['others write', { ...mine, editors: ['Ana', 'Ben', 'Cleo'] }, 'Ben and Cleo are editing it now.'],
  ['an office server has it open', { ...mine, editors: ['Ana'], editedIn: 2 }, undefined],
])('before a version is made current again it is said what becomes of the words where %s', async (_, given, words) => {
  const { t, press, dialog } = await openVersions(reader | right.modify, given);
  await press(t('documents.content.restoreRevision', { label: '1.0' }));
  const box = await dialog(t('documents.content.restoreQuestion', { label: '1.0', name: 'lease.txt' }));
  const kept = words === undefined ? '' : ` ${words} Changes that aren’t in a version yet are saved as a copy next to the document.`;
  expect(box.getByText(`${t('documents.content.restoreText')}${kept}`)).toBeTruthy();
});

test('who may only read promotes and names nothing', async () => {
  const { screen, t } = await openVersions(reader);
  await screen.findByText('As tendered');
  for (const name of [
    t('documents.content.promoteRevision', { label: '1.1', next: '2.0' }),
    t('documents.content.addNoteTo', { label: '1.1' }),
    t('documents.content.editNote', { label: '1.0' }),
  ])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('a check-in offers the labels that come next', async () => {
  const { screen, user, t, press, dialog, inputsOf } = await openPage('/knowledge/index?id=5', {
    answers: [
      ...documentAnswers(reader | right.modify),
      answer(content.preCheckIn, { refused: 'documentLocked', message: 'Locked by somebody else' }),
    ],
  });
  await user.click(await screen.findByText('lease'));
  const bar = within(await screen.findByRole('toolbar', { name: t('documents.library.actions') }));
  await user.click(await bar.findByRole('button', { name: t('documents.library.more') }));
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(t('documents.content.newRevision')) }));
  const box = await dialog(t('documents.content.newRevisionOf', { name: 'lease.txt' }));
  const minor = box.getByRole('radio', { name: t('documents.content.minorVersion', { label: '1.2' }) });
  expect((minor as HTMLInputElement).checked).toBe(true);
  await user.upload(box.getByLabelText(t('documents.content.chooseFile'), { selector: 'input' }), new File(['next'], 'lease.txt'));
  await press(t('documents.content.send'), box);
  await box.findByText('Locked by somebody else');
  await user.click(box.getByRole('radio', { name: t('documents.content.majorVersion', { label: '2.0' }) }));
  await press(t('documents.content.send'), box);
  await expect.poll(() => inputsOf(content.preCheckIn).map(({ major }) => major)).toEqual([false, true]);
  await box.findByText('Locked by somebody else');
});
