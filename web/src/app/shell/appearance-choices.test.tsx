import { session } from '@dossier/contract/identity/sessions';
import { expect, test } from 'vitest';
import { answer } from '../../../test/answers.ts';
import { openPage } from '../../../test/page.ts';
import { shellAnswers } from '../../../test/shell-answers.ts';

const openPanel = async () => {
  const page = await openPage('/user-setting/index?section=appearance', {
    answers: [...shellAnswers(), answer(session.setListLayout, {})],
  });
  return { ...page, panel: page.screen };
};

test('a theme colour shows one darker and ten lighter shades, and dresses the page', async () => {
  const { panel, user, t } = await openPanel();
  const accent = (): string => document.documentElement.style.getPropertyValue('--accent-solid');
  const shades = (): string[] => panel.queryAllByTitle(/^#[0-9a-f]{6}$/).map((shade) => shade.getAttribute('title') ?? '');
  const [before, first] = [accent(), shades()];
  await user.click(await panel.findByRole('radio', { name: t('app.shell.lookMagenta') }));
  await expect.poll(accent).not.toBe(before);
  const all = shades();
  expect(new Set(all).size).toBe(12);
  expect(all[1]).toBe('#c41d7f');
  expect(all).not.toEqual(first);
});

test('density, tabs and logo are chosen, and kept with the account', async () => {
  const { panel, screen, user, t, inputsOf } = await openPanel();
  await user.click(await panel.findByText(t('app.shell.lookCompact')));
  await user.click(panel.getByRole('switch', { name: t('app.shell.lookTabs') }));
  await user.click(panel.getByRole('switch', { name: t('app.shell.lookLogo') }));
  await screen.findByRole('navigation', { name: t('app.shell.openViews') });
  await expect.poll(() => screen.queryByRole('link', { name: t('app.shell.toHome') })).toBeNull();
  await expect.poll(() => inputsOf(session.setListLayout).length).toBe(1);
  expect(document.cookie).toContain('size=small');
  expect(JSON.parse(inputsOf(session.setListLayout)[0]?.value ?? '{}')).toMatchObject({ look: { tabs: true, sidebarLogo: false } });
});

test('what the account keeps is shown on another computer', async () => {
  const listLayout = JSON.stringify({ look: { tabs: true, sidebarLogo: false } });
  const { screen, t } = await openPage('/401', { answers: shellAnswers({ listLayout }) });
  await screen.findByRole('navigation', { name: t('app.shell.openViews') });
  expect(screen.queryByRole('link', { name: t('app.shell.toHome') })).toBeNull();
});
