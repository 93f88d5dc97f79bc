import { right } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { fireEvent } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { answer, pageOf } from '../../../../test/answers.ts';
import { cabinetAnswers } from '../../../../test/documents.ts';
import { type OpenPage, openPage } from '../../../../test/page.ts';
import { nothingWaits, shellAnswers } from '../../../../test/shell-answers.ts';

const openCabinet = (rights: number, phone: boolean): Promise<OpenPage> =>
  openPage('/knowledge/index?id=5', {
    answers: [...shellAnswers(), ...nothingWaits, answer(library.items, pageOf([])), ...cabinetAnswers(rights)],
    phone,
  });
const all = right.visible | right.read | right.upload;

test('on a phone paper is scanned; what is no image is told, and without pages nothing is asked', async () => {
  const { screen, t, press, choose, dialog } = await openCabinet(all, true);
  await choose(t('documents.library.add'), t('documents.scan.scan'));
  const scan = await dialog(t('documents.scan.noPages'));
  await press(t('documents.scan.takePhoto'), scan);
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no image')));
  const album = document.querySelector('[data-scan=album]') as HTMLInputElement;
  fireEvent.change(album, { target: { files: [new File(['words'], 'note.txt')] } });
  await screen.findByText(t('documents.scan.unreadable', { count: 1, names: 'note.txt' }));
  expect(scan.queryByRole('button', { name: t('documents.scan.save', { count: 0 }) })).toBeNull();
  await press('Close', scan);
  await expect.poll(() => screen.queryByText(t('documents.scan.noPages'))).toBeNull();
});

test.each([
  ['who may not upload', right.visible | right.read, true],
  ['on a desk', all, false],
] as const)('%s is offered no scan', async (_, rights, phone) => {
  const { screen, t, user } = await openCabinet(rights, phone);
  await screen.findByText('Contracts', { selector: 'nav *' });
  const add = phone ? screen.queryByRole('button', { name: t('documents.library.add') }) : null;
  if (add !== null) await user.click(add);
  expect(screen.queryByText(t('documents.scan.scan'))).toBeNull();
});

test('on a phone no folder is offered for upload, as its browsers pick none', async () => {
  const { screen, t, press } = await openCabinet(all, true);
  await press(t('documents.library.add'));
  const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(entries.some((text) => text.includes(t('documents.content.uploadZip')))).toBe(true);
  expect(entries.some((text) => text.includes(t('documents.content.uploadFolder')))).toBe(false);
});
