import { right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import { type Item, library } from '@dossier/contract/documents/library';
import { type ListView, listViews } from '@dossier/contract/documents/list-views';
import { preview } from '@dossier/contract/preview/preview';
import { session } from '@dossier/contract/identity/sessions';
import { expect, test } from 'vitest';
import { answer } from '../../../../test/answers.ts';
import { cabinetAnswers, documentOf } from '../../../../test/documents.ts';
import { type OpenPage, openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const rights = right.visible | right.read;
const named = (name: string, id: string): Item => documentOf({ id, name, ext: 'txt', rights, parentId: '5' });
const kinds: Record<string, Item[]> = {
  a: [named('Alpha.txt', '11'), named('Atlas.txt', '12')],
  b: [named('Beta.txt', '13')],
};

/** A folder whose documents are in two groups by their letters. */
function listed({ groupBy, folded = [], pageNo, pageSize }: ParsedOf<typeof library.items>) {
  const groups = Object.entries(kinds).map(([key, rows]) => ({ key, count: rows.length, ...(folded.includes(key) && { folded: true }) }));
  const rows = Object.entries(kinds).flatMap(([key, own]) => (folded.includes(key) ? [] : own));
  const list = rows.slice((pageNo - 1) * pageSize, pageNo * pageSize);
  return { list, pageNo, pageSize, totalNumber: rows.length, ...(groupBy && { groups }) };
}

const open = (list: object = {}, views: ListView[] = []): Promise<OpenPage> =>
  openPage('/knowledge/index?id=5', {
    answers: [
      ...shellAnswers({ listLayout: JSON.stringify({ list }) }),
      answer(library.items, listed),
      ...cabinetAnswers(),
      answer(session.setListLayout, {}),
      answer(listViews.list, () => ({ list: [...views] })),
      answer(listViews.save, ({ name, settings }) => ({ id: String(views.push({ id: '90', name, settings })) })),
      answer(listViews.delete, () => {
        views.splice(0);
        return {};
      }),
      answer(preview.view, { refused: 'itemMissing', message: 'Gone' }),
    ],
  });

const byLetter = { grouping: 'letter', sort: { field: 'name', direction: 'asc' } };

const linesOf = ({ screen }: OpenPage): string[] =>
  screen
    .getAllByRole('row')
    .flatMap((row) => row.querySelector('[role=rowheader] strong, [role=rowheader] button, [title$=".txt"]')?.textContent ?? []);

test('documents are grouped by the choice of a menu, and groups are folded', async () => {
  const page = await open();
  const { choose, screen, t, user, inputsOf } = page;
  await screen.findByText('Alpha', { selector: '[role=row] *' });
  await choose(t('documents.library.groupBy'), t('documents.library.groupBy_letter'));
  const head = await screen.findByRole('button', { name: /^A\s*2$/ });
  expect(linesOf(page)).toEqual(['A2', 'Alpha.txt', 'Atlas.txt', 'B1', 'Beta.txt']);
  // the order follows, so that the database reads groups from its index
  expect(inputsOf(library.items).at(-1)).toMatchObject({ groupBy: 'letter', sortField: 'name', sortDirection: 'asc' });
  expect(head.getAttribute('aria-expanded')).toBe('true');
  await user.click(head);
  await expect.poll(() => linesOf(page)).toEqual(['A2', 'B1', 'Beta.txt']);
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('4');
  // keys go from row to row
  await user.click(await screen.findByText('Beta', { selector: '[role=row] *' }));
  expect(screen.getByRole('row', { selected: true }).dataset.index).toBe('0');
});

test('the grouping of the account holds in pages too', async () => {
  const page = await open({ groupings: { f5: byLetter }, paging: 'pages', pageSize: 30 });
  await page.screen.findByRole('button', { name: /^B\s*1$/ });
  expect(linesOf(page)).toEqual(['A2', 'Alpha.txt', 'Atlas.txt', 'B1', 'Beta.txt']);
});

test('a folder has its groups for itself, and says so; others keep their order', async () => {
  const page = await open({ groupings: { f6: byLetter } });
  const { press, choose, screen, t, inputsOf } = page;
  await screen.findByText('Alpha', { selector: '[role=row] *' });
  expect(inputsOf(library.items).map(({ groupBy }) => groupBy)).toEqual([undefined]);
  await press(t('documents.library.groupBy'));
  await screen.findByText(t('documents.library.groupHere'));
  await press(t('documents.library.groupBy'));
  await choose(t('documents.library.groupBy'), t('documents.library.groupBy_letter'));
  await screen.findByRole('button', { name: /^B\s*1$/ });
  const kept = (): unknown => (JSON.parse(localStorage.getItem('dossier-list') ?? '{}') as { state: unknown }).state;
  expect(kept()).toMatchObject({ groupings: { f5: byLetter, f6: byLetter }, sort: { field: 'sortNumber', direction: 'asc' } });
  await choose(t('documents.library.groupBy'), t('documents.library.groupBy_none'));
  await expect.poll(() => screen.queryByRole('button', { name: /^B\s*1$/ })).toBeNull();
  expect(kept()).toMatchObject({ groupings: { f6: byLetter }, sort: { field: 'sortNumber', direction: 'asc' } });
  expect(kept()).not.toMatchObject({ groupings: { f5: byLetter } });
});

test('the pane beside the list shows the document where the keys rest, and asks for no other', async () => {
  const page = await open();
  const { press, screen, t, user, inputsOf } = page;
  await user.click(await screen.findByText('Alpha', { selector: '[role=row] *' }));
  await press(t('documents.library.previewHere'));
  await screen.findByRole('region', { name: t('preview.thumbnails.previewOf', { name: 'Alpha.txt' }) });
  await expect.poll(() => inputsOf(preview.view)).toEqual([{ id: '11' }]);
  screen.getByRole('grid').focus();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  await expect.poll(() => inputsOf(preview.view)).toEqual([{ id: '11' }, { id: '13' }]);
});

test('a view is saved with the groups and the order of the list, and shows it so again', async () => {
  const page = await open();
  const { choose, press, fill, dialog, screen, t, inputsOf, user } = page;
  await screen.findByText('Alpha', { selector: '[role=row] *' });
  await choose(t('documents.library.groupBy'), t('documents.library.groupBy_letter'));
  await screen.findByRole('button', { name: /^B\s*1$/ });
  await choose(t('documents.library.views'), t('documents.library.saveView'));
  const form = await dialog(t('documents.library.saveViewTitle'));
  await fill(t('platform.name'), 'Letters', form);
  await press(t('documents.library.save'), form);
  await expect
    .poll(() => inputsOf(listViews.save))
    .toEqual([
      {
        name: 'Letters',
        settings: expect.objectContaining({ grouping: 'letter', layout: 'list', sort: { field: 'name', direction: 'asc' } }),
      },
    ]);
  await choose(t('documents.library.groupBy'), t('documents.library.groupBy_none'));
  await expect.poll(() => screen.queryByRole('button', { name: /^B\s*1$/ })).toBeNull();
  const shown = t('documents.library.viewShown', { name: 'Letters' });
  expect(screen.queryByRole('button', { name: shown })).toBeNull();
  await choose(t('documents.library.views'), 'Letters');
  await screen.findByRole('button', { name: /^B\s*1$/ });
  // the bar names the view that the list shows
  expect((await screen.findByRole('button', { name: shown })).textContent).toBe('Letters');
  await choose(shown, t('documents.library.manageViews'));
  const views = await dialog(t('documents.library.manageViews'));
  await user.click(await views.findByRole('button', { name: t('documents.library.deleteView', { name: 'Letters' }) }));
  await views.findByText(t('documents.library.noViews'));
});

test('the view that the list shows is named from the beginning, to who has saved views', async () => {
  const columns = { widths: {}, hidden: {}, order: [] };
  const settings = { layout: 'list', sort: { field: 'sortNumber', direction: 'asc' }, grouping: 'none', columns } as const;
  const { screen, t, inputsOf } = await open({ hasViews: true }, [{ id: '90', name: 'Plain', settings }]);
  await screen.findByRole('button', { name: t('documents.library.viewShown', { name: 'Plain' }) });
  expect(inputsOf(listViews.list).length).toBe(1);
});
