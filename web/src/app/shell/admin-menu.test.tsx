import { site } from '@dossier/contract/core/site';
import { settingGroups } from '@dossier/contract/core/site-settings';
import { session } from '@dossier/contract/identity/sessions';
import { emails } from '@dossier/contract/notifications/emails';
import { people } from '@dossier/contract/identity/users';
import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { answer, pageOf } from '../../../test/answers.ts';
import { openPage } from '../../../test/page.ts';
import { shellAnswers } from '../../../test/shell-answers.ts';

const rolesPage = '/admin/index/userManger/userrole';
const rolesAnswers = [answer(people.roles, pageOf([])), answer(people.groups, pageOf([]))];
const defaults = z.object(settingGroups).parse(Object.fromEntries(Object.keys(settingGroups).map((group) => [group, {}])));

const openMenu = async (user = {}) => {
  const page = await openPage(rolesPage, { answers: [...shellAnswers(user), ...rolesAnswers, answer(session.setListLayout, {})] });
  await page.screen.findByRole('radio', { name: page.t('identity.users.groups') });
  const sidebar = within(await page.screen.findByRole('navigation', { name: page.t('app.shell.sidebar') }));
  await sidebar.findByRole('textbox', { name: page.t('app.shell.adminFind') });
  const names = (): (string | null)[] => sidebar.queryAllByRole('link').map((link) => link.textContent);
  return { ...page, sidebar, names };
};

test('the administration is one menu in groups, which fold, and the page that is open is marked', async () => {
  const { screen, sidebar, user, t, inputsOf } = await openMenu();
  expect(sidebar.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    t('app.shell.groupPeople'),
    t('app.shell.groupDocuments'),
    t('app.shell.groupProtection'),
    t('app.shell.groupReports'),
    t('app.shell.groupSite'),
  ]);
  const current = sidebar.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
  expect(current.map((link) => link.textContent)).toEqual([t('identity.users.rolesAndGroups')]);
  const areas = within(screen.getByRole('navigation', { name: t('app.shell.areas') }));
  expect(areas.getAllByRole('link').map((link) => link.textContent)).toEqual([
    t('app.shell.areaHome'),
    t('app.shell.areaDocuments'),
    t('app.shell.areaMeetings'),
    t('app.shell.areaFlows'),
    t('app.shell.areaAdmin'),
  ]);
  const fold = sidebar.getByRole('button', { name: t('app.shell.groupReports') });
  await user.click(fold);
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  expect(sidebar.queryByRole('link', { name: t('reporting.log.operationLog') })).toBeNull();
  await expect.poll(() => inputsOf(session.setListLayout).length).toBe(1);
  expect(JSON.parse(inputsOf(session.setListLayout)[0]?.value ?? '{}')).toMatchObject({ adminMenu: ['/admin/index/reportManger'] });
});

test('a permission lists its pages only, whichever address they have', async () => {
  const { names, t } = await openMenu({ deeds: ['people.see'] });
  expect(names()).toEqual([t('identity.users.users'), t('identity.users.departments'), t('identity.users.rolesAndGroups')]);
});

test('a word finds pages and settings, and Enter opens the first', async () => {
  const { sidebar, fill, user, names, t, leadsTo } = await openMenu();
  const label = t('app.shell.adminFind');
  await fill(label, t('identity.users.departments').slice(0, 6).toUpperCase());
  expect(names()[0]).toContain(t('identity.users.departments'));
  const host = t('administration.configuration.label_host');
  await fill(label, `${host} ${t('administration.configuration.group_mail')}`);
  const link = await sidebar.findByRole('link', { name: new RegExp(host) });
  expect(link.getAttribute('href')).toContain('group=mail&setting=host');
  await fill(label, 'zzzz');
  await sidebar.findByText(t('app.shell.adminNothing'));
  await fill(label, t('identity.users.rolesAndGroups'));
  await user.keyboard('{Enter}');
  await leadsTo(rolesPage);
});

test('a setting that was found has the focus', async () => {
  const { screen, t } = await openPage('/site-admin/index/site-userManger/site-configuration?group=mail&setting=port', {
    answers: [...shellAnswers(), answer(site.settings, defaults), answer(emails.delivery, { problem: '', waiting: 0 })],
  });
  const field = await screen.findByLabelText(t('administration.configuration.label_port'));
  await expect.poll(() => document.activeElement).toBe(field);
});
