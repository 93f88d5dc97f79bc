import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openPage } from '../../../test/page.ts';
import { menuAnswers, shellAnswers } from '../../../test/shell-answers.ts';

const staff = { moduleTypes: [0, 2, 3], deeds: [] };

test('help is found by words, and about the administration by who administrates', async () => {
  const { screen, fill, t } = await openPage('/help', { answers: shellAnswers(staff) });
  await screen.findByRole('searchbox', { name: t('help.page.search') });
  const main = within(screen.getByRole('main'));
  const groups = (): string[] => main.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(groups()).toHaveLength(4);
  expect(groups()).not.toContain(t('help.page.group_administration'));
  await fill(t('help.page.search'), 'PASSKEYS');
  await expect.poll(groups).toEqual([t('help.page.group_own')]);
  expect(main.getByText(t('help.articles.title_account')).closest('details')?.open).toBe(true);
  await fill(t('help.page.search'), 'zzz');
  await screen.findByText(t('help.page.nothing'));
});

test('the menu of the user leads to the help about the page', async () => {
  const { screen, t, choose, leadsTo } = await openPage('/401', { answers: [...shellAnswers(staff), ...menuAnswers] });
  await choose(t('app.shell.personMenu', { name: 'Administrator' }), t('app.shell.help'));
  await leadsTo(/^\/help\?topic=/);
  expect(await screen.findByRole('heading', { level: 1, name: t('help.page.help') })).toBeDefined();
});
