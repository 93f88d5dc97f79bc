import { permissions } from '@dossier/contract/access/permissions';
import { comments } from '@dossier/contract/comments/comments';
import { level, moduleType } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { library } from '@dossier/contract/documents/library';
import { account } from '@dossier/contract/identity/account';
import { people } from '@dossier/contract/identity/users';
import { emails } from '@dossier/contract/notifications/emails';
import { flowTemplates, flows } from '@dossier/contract/workflows/flows';
import { afterAll, expect } from 'vitest';
import { mailSettings, startMailServer, type TestMailServer } from '../server/test/mail-server.ts';
import type { Person } from './calls.ts';
import { useTestServer } from './journey.ts';
import { button, menuItem } from './page-actions.ts';

const dossier = useTestServer();
let post: TestMailServer | undefined;
afterAll(() => post?.close());

const ana: Person = { loginName: 'ana', password: 'pass-word-1' };
const ben: Person = { loginName: 'ben', password: 'pass-word-2' };
const mail = 'ana@example.org';

dossier.journey('a digest with three kinds arrives, and its link approves a flow after signing in', {}, async ({ another }) => {
  const mailServer = (post = await startMailServer());
  await dossier.admin.call(site.saveSettings, { group: 'mail', values: mailSettings(mailServer.port) });
  const { id: anaId } = await dossier.admin.call(people.createUser, { ...ana, fullName: 'Ana Diaz', lang: 'en' });
  await dossier.admin.call(people.createUser, { ...ben, fullName: 'Ben Archer', lang: 'en' });
  const own = await dossier.as(ana);
  const { validateId } = await own.call(account.askMail, { mail, password: ana.password });
  await expect.poll(() => mailServer.codeFor(mail)).toBeDefined();
  await own.call(account.confirmMail, { validateId, validateCode: mailServer.codeFor(mail) ?? '' });
  const { page, t, open } = await another({ as: ana, lang: 'en' });
  await open('/home');
  await button(page, t('app.shell.personMenu', { name: 'Ana Diaz' })).click();
  await menuItem(page, t('app.shell.personalSettings')).click();
  await page
    .getByRole('navigation', { name: t('app.settings.sections') })
    .getByRole('link', { name: t('app.settings.notifications') })
    .click();
  await page.getByText(t('notifications.sentTo', { address: mail })).waitFor();
  for (const kind of ['comments', 'shares'] as const) {
    await page.getByRole('combobox', { name: t(`notifications.kind_${kind}`) }).click();
    await page.getByTitle(t('notifications.frequency_now')).last().click();
    await expect.poll(async () => (await own.call(emails.choices, {})).kinds[kind]).toBe('now');
  }

  const { id: cabinet } = await dossier.admin.call(library.createCabinet, { name: 'Orders', moduleType: moduleType.enterprise });
  const document = await dossier.admin.upload(cabinet, 'offer.txt', Buffer.from('Offer'));
  await dossier.admin.call(permissions.grant, { objId: document, granteeType: 'user', granteeId: anaId, level: level.view, reach: 'self' });
  await dossier.admin.call(comments.create, { objId: document, content: 'Please look', mentions: [anaId] });
  const steps = [{ name: 'Check', approvers: [{ kind: 'person' as const, id: anaId }] }];
  const template = await dossier.admin.call(flowTemplates.create, { flowKind: 'normal', name: 'Purchase', enabled: true, steps });
  const applicant = await dossier.as(ben);
  const form = { templateId: template.id, title: 'New printer', reason: 'The old one is broken', submit: true };
  const { id: flowId } = await applicant.call(flows.save, form);

  const received = () =>
    mailServer.letters
      .filter(({ to }) => to.includes(mail))
      .map(({ text }) => text)
      .join('\n');
  const kinds = ['APPROVALS', 'COMMENTS AND MENTIONS', 'SHARING'];
  await expect.poll(() => kinds.filter((kind) => !received().includes(kind)), { timeout: 60_000 }).toEqual([]);
  const address = /Approve: http:\/\/[^/]+(\/flow\/email\?token=[\w-]+)/.exec(received())?.[1] ?? '';

  const phone = await another({ lang: 'en', phone: true });
  await phone.open(address);
  await button(phone.page, phone.t('workflows.signIn')).click();
  await phone.signIn(ana);
  await phone.page.getByRole('heading', { name: 'New printer' }).waitFor();
  expect((await applicant.call(flows.show, { id: flowId })).status).toBe('waiting');
  await button(phone.page, phone.t('workflows.emailApprove')).click();
  await phone.page.getByText(phone.t('workflows.emailApproved')).waitFor();
  expect((await applicant.call(flows.show, { id: flowId })).status).toBe('passed');
});
