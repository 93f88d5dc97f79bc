import { home } from '@dossier/contract/core/home';
import { session } from '@dossier/contract/identity/sessions';
import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { answer } from '../../../test/answers.ts';
import { documentOf } from '../../../test/documents.ts';
import { openPage } from '../../../test/page.ts';
import { homeAnswers } from '../../../test/home-answers.ts';
import { shellAnswers } from '../../../test/shell-answers.ts';

const panelsOf = (main: HTMLElement): string[] =>
  within(main)
    .queryAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent);

test('the home page has the panels that somebody wants, in their order, and keeps them with the account', async () => {
  const { screen, user, t, press, dialog, inputsOf } = await openPage('/home', {
    answers: [...shellAnswers({ moduleTypes: [0] }), ...homeAnswers, answer(session.setListLayout, {})],
  });
  const arrange = t('app.home.choosePanels');
  await press(arrange);
  const box = await dialog(arrange);
  await user.click(box.getByRole('checkbox', { name: t('classification.labels.tags') }));
  await press(t('app.home.panelUp', { name: t('app.home.favorites') }), box);
  const panels = (): string[] => panelsOf(screen.getByRole('main'));
  await expect.poll(() => panels().slice(0, 2)).toEqual([t('app.home.favorites'), t('app.home.recent')]);
  expect(panels()).not.toContain(t('classification.labels.tags'));
  await expect.poll(() => inputsOf(session.setListLayout).length).toBe(1);
});

test('the readings and downloads of the own documents have a panel each, and the ranking counts views', async () => {
  const read = documentOf({ id: '7', name: 'Handbook.pdf', ext: 'pdf' });
  const { screen, t } = await openPage('/home', {
    answers: [
      ...shellAnswers({ moduleTypes: [0] }),
      ...homeAnswers,
      answer(home.statistics, { views: 1200, downloads: 0, documents: 3 }),
      answer(home.view, { list: [{ ...read, count: 5 }] }),
    ],
  });
  await screen.findByText('1.2k');
  await screen.findByText(t('app.home.ownUseOf', { count: 3 }));
  await screen.findByText(t('app.home.downloadCountEmpty'));
  await screen.findByText(t('app.home.reads', { count: 5 }));
  const panels = panelsOf(screen.getByRole('main'));
  expect(panels).toEqual(
    expect.arrayContaining(['read', 'recommended', 'readCount', 'downloadCount'].map((name) => t(`app.home.${name}` as 'app.home.read'))),
  );
});
