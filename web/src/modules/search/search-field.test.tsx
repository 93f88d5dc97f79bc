import { cards } from '@dossier/contract/classification/cards';
import { tags } from '@dossier/contract/classification/tags';
import { moduleType, objType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { type RecentSearch, type SavedSearch, savedSearches } from '@dossier/contract/search/saved-searches';
import { search } from '@dossier/contract/search/search';
import { people } from '@dossier/contract/identity/users';
import { flows } from '@dossier/contract/workflows/flows';
import { fireEvent, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answer, answer } from '../../../test/answers.ts';
import { documentOf } from '../../../test/documents.ts';
import { type OpenPage, openPage } from '../../../test/page.ts';
import { shellAnswers } from '../../../test/shell-answers.ts';

const folder = {
  ...documentOf({ id: '7', name: 'Budget 2026', objType: objType.folder }),
  ext: undefined,
  size: undefined,
  path: 'Finance',
};
const time = '2026-03-01T08:00:00.000Z';

/** The searches of a user as the server keeps them, and the answers about them. */
function searchesOf(saved: SavedSearch[], recent: RecentSearch[]): Answer[] {
  let on = true;
  return [
    answer(savedSearches.list, () => ({ list: [...saved] })),
    answer(savedSearches.recent, () => ({ on, list: [...recent] })),
    answer(savedSearches.remember, {}),
    answer(savedSearches.save, ({ name, terms }) => ({ id: String(saved.push({ id: '90', name, terms })) })),
    answer(savedSearches.update, ({ id, name = '' }) => {
      saved.splice(0, saved.length, ...saved.map((one) => (one.id === id ? { ...one, name } : one)));
      return {};
    }),
    answer(savedSearches.delete, ({ ids }) => {
      saved.splice(0, saved.length, ...saved.filter(({ id }) => !ids.includes(id)));
      return {};
    }),
    answer(savedSearches.forget, () => {
      recent.splice(0);
      return {};
    }),
    answer(savedSearches.keep, (input) => {
      on = input.on;
      recent.splice(0);
      return {};
    }),
  ];
}

const open = (path: string, own: Answer[] = searchesOf([], [])): Promise<OpenPage> =>
  openPage(path, {
    answers: [
      ...shellAnswers(),
      ...own,
      answer(search.suggest, ({ keyword }) => ({
        items: 'budget 2026'.includes(keyword.toLowerCase()) ? [folder] : [],
        tags: [],
        people: [],
      })),
      answer(search.search, ({ pageNo, pageSize }) => ({ list: [], pageNo, pageSize, totalNumber: 0 })),
      answer(library.ancestors, [{ id: '7', name: 'Budget 2026', moduleType: moduleType.enterprise, objType: objType.folder }]),
      answer(library.folderDetail, { ...folder, ownerId: '1', ownerName: 'Ana' }),
      answer(library.items, ({ pageNo, pageSize }) => ({ list: [], pageNo, pageSize, totalNumber: 0 })),
      answer(library.tree, []),
      answer(flows.choices, { list: [] }),
      // the filters
      answer(cards.fieldChoices, []),
      answer(tags.list, []),
      answer(people.grantees, []),
      answer(library.cabinets, { list: [], pageNo: 1, pageSize: 30, totalNumber: 0 }),
    ],
  });

const field = ({ screen, t }: OpenPage): Promise<HTMLElement> => screen.findByRole('combobox', { name: t('app.shell.search') });

/** Types a word letter by letter, more quickly than the field asks. */
async function typeInto({ user }: OpenPage, input: HTMLElement, word: string): Promise<void> {
  await user.click(input);
  for (let length = 1; length <= word.length; length++) fireEvent.input(input, { target: { value: word.slice(0, length) } });
}

test('the field suggests while one types, its arrows choose, and Enter opens what is chosen', async () => {
  const page = await open('/knowledge/search');
  const { screen, user, inputsOf, leadsTo } = page;
  const input = await field(page);
  await typeInto(page, input, 'bud');
  const option = await screen.findByRole('option', { name: /Budget 2026/ });
  expect(input.getAttribute('aria-expanded')).toBe('true');
  expect(input.getAttribute('aria-activedescendant')).toBeNull();
  // typed quickly, only the last words are asked about
  expect(inputsOf(search.suggest)).toEqual([{ keyword: 'bud' }]);
  await user.keyboard('{ArrowDown}');
  await expect.poll(() => input.getAttribute('aria-activedescendant')).toBe(option.id);
  expect(option.getAttribute('aria-selected')).toBe('true');
  await user.keyboard('{Enter}');
  await leadsTo(/^\/knowledge\/index\?id=7/);
  await screen.findByRole('heading', { name: 'Budget 2026' });
  await screen.findByText(page.t('documents.library.emptyFolder'));
});

test('Enter searches for what is typed where nothing is chosen, and Escape closes the suggestions', async () => {
  const page = await open('/knowledge/search?type=pdf');
  const { screen, user, leadsTo } = page;
  const input = await field(page);
  await typeInto(page, input, 'bud');
  await screen.findByRole('option', { name: /Budget 2026/ });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('option')).toBeNull();
  expect((input as HTMLInputElement).value).toBe('bud');
  await user.keyboard('{Enter}');
  // the filters of the page stay
  await leadsTo('/knowledge/search?type=pdf&keyword=bud');
});

test('letters that an input method is composing are no search yet', async () => {
  const page = await open('/knowledge/search');
  const { screen, inputsOf } = page;
  const input = await field(page);
  fireEvent.focus(input);
  fireEvent.compositionStart(input);
  fireEvent(input, new InputEvent('input', { bubbles: true, isComposing: true, data: 'budg' }));
  fireEvent.input(input, { target: { value: 'budget' } });
  await screen.findByRole('option', { name: /Budget 2026/ });
  expect(inputsOf(search.suggest)).toEqual([{ keyword: 'budget' }]);
});

test('before anything is typed the field offers recent and saved searches', async () => {
  const own = searchesOf(
    [{ id: '3', name: 'Open invoices', terms: { area: 3, keyword: 'invoice', type: 'pdf' } }],
    [{ id: '4', terms: { area: 3, keyword: 'travel' }, time }],
  );
  const page = await open('/knowledge/index', own);
  const { screen, user, leadsTo } = page;
  await user.click(await field(page));
  await screen.findByRole('option', { name: /travel/ });
  await user.click(await screen.findByRole('option', { name: /Open invoices/ }));
  expect(screen.queryByRole('option')).toBeNull();
  await leadsTo('/knowledge/search?keyword=invoice&type=pdf');
});

test('a search is remembered, saved with its filters, renamed, and deleted with undo', async () => {
  const saved: SavedSearch[] = [];
  const { screen, press, fill, dialog, t, inputsOf, user } = await open('/knowledge/search?keyword=plan&type=pdf', searchesOf(saved, []));
  await expect.poll(() => inputsOf(savedSearches.remember)).toEqual([{ terms: { area: 3, keyword: 'plan', type: 'pdf' } }]);
  await press(t('search.saveSearch'));
  const form = await dialog(t('search.saveTitle'));
  await fill(t('platform.name'), 'Plans', form);
  await press(t('search.save'), form);
  await screen.findByText(t('search.isSaved', { name: 'Plans' }), { selector: 'span[title]' });
  expect(saved).toEqual([{ id: '90', name: 'Plans', terms: { area: 3, keyword: 'plan', type: 'pdf' } }]);
  await press(t('search.keptSearches'));
  const kept = await dialog(t('search.savedSearches'));
  await user.click(await kept.findByRole('button', { name: t('search.renameTitle', { name: 'Plans' }) }));
  const rename = await dialog(t('search.renameTitle', { name: 'Plans' }));
  await fill(t('platform.name'), 'All plans', rename);
  await press(t('search.save'), rename);
  await user.click(await kept.findByRole('button', { name: t('search.deleteNamed', { name: 'All plans' }) }));
  await kept.findByText(t('search.savedEmpty'));
  await press(t('search.undo'));
  await kept.findByText('All plans');
});

test('the button that saves a search has its place before it is known which are saved', async () => {
  const saved = Promise.withResolvers<{ list: SavedSearch[] }>();
  const { screen, t } = await open('/knowledge/search?keyword=plan', [
    ...searchesOf([], []),
    answer(savedSearches.list, () => saved.promise),
  ]);
  const save = (await screen.findByText(t('search.saveSearch'))).closest('button') as HTMLButtonElement;
  expect(save.disabled).toBe(true);
  saved.resolve({ list: [] });
  await expect.poll(() => save.disabled).toBe(false);
});

test('recent searches are cleared and switched off', async () => {
  const recent: RecentSearch[] = [{ id: '4', terms: { area: 3, keyword: 'travel' }, time }];
  const { screen, press, t, user, inputsOf } = await open('/knowledge/search', searchesOf([], recent));
  await screen.findByRole('link', { name: 'travel' });
  await press(t('search.clearRecent'));
  await screen.findByText(t('search.recentEmpty'));
  await user.click(screen.getByRole('switch', { name: t('search.keepRecent') }));
  await screen.findByText(t('search.recentOff'));
  expect(inputsOf(savedSearches.keep)).toEqual([{ on: false }]);
});

test('an empty search asks nothing, and the page stays', async () => {
  const page = await open('/knowledge/search');
  const { user, inputsOf } = page;
  const input = await field(page);
  for (const word of ['', '   ']) {
    fireEvent.input(input, { target: { value: word } });
    await user.type(input, '{Enter}');
  }
  expect(location.pathname + location.search).toBe('/knowledge/search');
  expect([inputsOf(search.search), inputsOf(search.suggest)]).toEqual([[], []]);
});

test('filters that are set less often stand behind a button that counts them, and beside it as chips', async () => {
  const { screen, t, user, press, inputsOf, leadsTo } = await open('/knowledge/search?keyword=budget&in=name&from=2026-01-01');
  const filters = within(await screen.findByRole('group', { name: t('search.filters') }));
  const chips = (): (string | null)[] => [...document.querySelectorAll('.ant-tag')].map((chip) => chip.textContent);
  expect(chips()).toEqual([t('search.in_name'), '2026-01-01 – …']);
  await press(t('search.moreFiltersOn', { count: 2 }));
  const more = within(await screen.findByRole('group', { name: t('search.moreFilters') }));
  more.getByRole('combobox', { name: t('search.lookIn') });
  more.getByRole('textbox', { name: `${t('search.changedBetween')} ${t('search.from')}` });
  await user.click(filters.getByRole('button', { name: t('platform.removeFilter', { name: t('search.in_name') }) }));
  await leadsTo('/knowledge/search?keyword=budget&from=2026-01-01');
  expect(chips()).toEqual(['2026-01-01 – …']);
  await press(t('search.moreFiltersOn', { count: 1 }), filters);
  expect(inputsOf(search.search).at(-1)).toMatchObject({ keyword: 'budget', in: 'all' });
});
