import { moduleType, objType, right } from '@dossier/contract/core/rights';
import { attachments } from '@dossier/contract/documents/attachments';
import { archives } from '@dossier/contract/documents/content';
import { type Item, library } from '@dossier/contract/documents/library';
import { flows } from '@dossier/contract/workflows/flows';
import { expect, test } from 'vitest';
import { type Answer, answer, pageOf } from '../../../../test/answers.ts';
import { documentOf } from '../../../../test/documents.ts';
import { type OpenPage, openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const reader = right.visible | right.read | right.download;

/** A cabinet with one document, whose attachments these calls change. */
function attachmentAnswers(rights: number, { mayChange, names }: { mayChange: boolean; names: string[] }): Answer[] {
  let list = names.map((name, at) =>
    documentOf({ id: String(80 + at), name, ext: 'pdf', rights: reader, attachedTo: '7', parentId: undefined }),
  );
  const deleted = [...list];
  const item = (): Item => documentOf({ rights, ...(list.length > 0 && { attachments: list.length }) });
  const cabinet = documentOf({ id: '5', name: 'Contracts', objType: objType.cabinet });
  return [
    ...shellAnswers(),
    answer(library.items, () => pageOf([item()])),
    answer(library.documentDetail, () => ({ ...item(), path: 'Contracts', ownerId: '1', ownerName: 'Ana' })),
    answer(library.ancestors, [{ id: '5', name: 'Contracts', moduleType: moduleType.enterprise, objType: objType.cabinet }]),
    answer(library.tree, []),
    answer(flows.choices, { list: [] }),
    answer(library.cabinetDetail, { ...cabinet, path: '', ownerId: '1', ownerName: 'Ana' }),
    answer(attachments.list, () => ({ ...pageOf(list), mayChange })),
    answer(attachments.preUpload, { refused: 'attachmentsFull', message: 'At most 100' }),
    answer(attachments.delete, ({ id }) => {
      list = list.filter((one) => one.id !== id);
      return {};
    }),
    answer(library.restore, ({ objIds }) => {
      list = deleted;
      return { list: objIds.map((objId) => ({ objId, name: 'annex.pdf' })) };
    }),
  ];
}

async function openTab(rights: number, given: { mayChange: boolean; names: string[] }): Promise<OpenPage> {
  const page = await openPage('/knowledge/index?id=5', { answers: attachmentAnswers(rights, given) });
  const { screen, user, t } = page;
  await user.click(await screen.findByText('lease'));
  await user.keyboard('i');
  const count = given.names.length;
  const label = t('documents.attachments.attachments');
  await user.click(await screen.findByRole('tab', { name: count === 0 ? label : `${label} (${count})` }));
  return page;
}

test('an attachment is deleted, and comes back by undo', async () => {
  const { screen, t, press, dialog, inputsOf } = await openTab(reader | right.modify, {
    mayChange: true,
    names: ['annex.pdf', 'scan.pdf'],
  });
  await press(t('documents.attachments.delete', { name: 'annex.pdf' }));
  const box = await dialog(t('documents.attachments.deleteTitle', { name: 'annex.pdf' }));
  await press(t('documents.attachments.deleteIt'), box);
  await expect.poll(() => screen.queryByRole('button', { name: t('documents.attachments.open', { name: 'annex.pdf' }) })).toBeNull();
  expect(inputsOf(attachments.delete)).toEqual([{ id: '80' }]);
  await press(t('documents.attachments.undo'));
  await screen.findByRole('button', { name: t('documents.attachments.open', { name: 'annex.pdf' }) });
  expect(inputsOf(library.restore)).toEqual([{ objIds: ['80'] }]);
});

test('a refused file says why, and is offered again', async () => {
  const { screen, user, t, press } = await openTab(reader | right.modify, { mayChange: true, names: [] });
  await screen.findByText(t('documents.attachments.noneHint'));
  await press(t('documents.attachments.add'));
  const picker = (): HTMLInputElement | null => document.querySelector('input[data-upload="attachments"]');
  await expect.poll(picker).not.toBeNull();
  // the DOM of the test has no paths of folders
  const file = Object.assign(new File(['words'], 'mail.eml'), { webkitRelativePath: '' });
  await user.upload(picker() as HTMLInputElement, file);
  expect((await screen.findByRole('alert')).textContent).toBe('At most 100');
  await screen.findByRole('button', { name: t('documents.attachments.again', { name: 'mail.eml' }) });
  await press(t('documents.attachments.stop', { name: 'mail.eml' }));
  await screen.findByText(t('documents.attachments.none'));
});

test('who may only read adds and deletes nothing', async () => {
  const { screen, t } = await openTab(reader, { mayChange: false, names: ['annex.pdf'] });
  await screen.findByRole('button', { name: t('documents.attachments.open', { name: 'annex.pdf' }) });
  await screen.findByRole('button', { name: t('documents.attachments.download', { name: 'annex.pdf' }) });
  for (const name of [t('documents.attachments.add'), t('documents.attachments.delete', { name: 'annex.pdf' })])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

/** A cabinet with one folder, whose download these answers judge. */
async function openFolderDownload(...given: Answer[]): Promise<OpenPage> {
  const folder = documentOf({ id: '6', name: 'leases', objType: objType.folder, ext: undefined });
  const page = await openPage('/knowledge/index?id=5', {
    answers: [
      ...attachmentAnswers(reader, { mayChange: false, names: [] }),
      answer(library.items, pageOf([folder])),
      answer(library.folderDetail, { ...folder, path: 'Contracts', ownerId: '1', ownerName: 'Ana' }),
      answer(archives.compress, {}),
      ...given,
    ],
  });
  await page.user.click(await page.screen.findByText('leases'));
  await page.user.keyboard('{Control>}s{/Control}');
  return page;
}

test('a zip is asked about where attachments would be left out, and made in the background as was answered', async () => {
  const { screen, t, press, dialog, inputsOf } = await openFolderDownload(
    answer(archives.downloadFolder, (input) =>
      input.attachments
        ? { refused: 'zipTooLarge', message: 'Too large' }
        : { downloadUrl: '/zip/1', fileName: 'leases.zip', attachments: 3 },
    ),
  );
  const box = await dialog(t('documents.archives.zipToo'));
  expect(await screen.findByRole('checkbox', { name: t('documents.library.takeAttachments', { count: 3 }) })).toHaveProperty(
    'checked',
    true,
  );
  await press(t('documents.archives.download'), box);
  await press(t('documents.archives.compressYes'), await dialog(t('documents.archives.hint')));
  await screen.findByText(t('documents.archives.compressStarted'));
  expect(inputsOf(archives.downloadFolder)).toEqual([
    { id: '6', attachments: false },
    { id: '6', attachments: true },
  ]);
  expect(inputsOf(archives.compress)).toEqual([{ id: ['6'], attachments: true }]);
});

test('a zip that is too large at once offers attachments with its making in the background', async () => {
  const { screen, user, t, press, dialog, inputsOf } = await openFolderDownload(
    answer(archives.downloadFolder, { refused: 'zipTooManyFiles', message: 'Too many' }),
  );
  const box = await dialog(t('documents.archives.hint'));
  await user.click(await screen.findByRole('checkbox', { name: t('documents.library.takeAnyAttachments') }));
  await press(t('documents.archives.compressYes'), box);
  await screen.findByText(t('documents.archives.compressStarted'));
  expect(inputsOf(archives.compress)).toEqual([{ id: ['6'], attachments: false }]);
  // the choice is remembered for the next time
  expect(JSON.parse(sessionStorage.getItem('dossier-taken-too') ?? '')).toMatchObject({ state: { zip: { attachments: false } } });
});
