import { permissions } from '@dossier/contract/access/permissions';
import { acknowledgements } from '@dossier/contract/acknowledgements/acknowledgements';
import { level, moduleType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { expect } from 'vitest';
import { makeFile } from '../demo/files/make-file.ts';
import { type Person, signInAt } from './calls.ts';
import { useTestServer } from './journey.ts';
import { button, dialog, notice, openDetailsTab, press, row } from './page-actions.ts';

const dossier = useTestServer();

const wang: Person = { loginName: 'wangfang', password: 'pass-word-1' };
const password = 'pass-word-2';
const readers = Array.from({ length: 30 }, (_, at): Person => ({ loginName: `reader${at}`, password }));

dossier.journey('thirty confirm a rule: asked at a Chinese desk, read on an English phone', {}, async ({ another }) => {
  const { id: cabinet } = await dossier.admin.call(library.createCabinet, { name: 'Rules', moduleType: moduleType.enterprise });
  const { id: wangId } = await dossier.admin.call(people.createUser, { ...wang, fullName: '王芳' });
  const { id: group } = await dossier.admin.call(people.createGroup, { name: '全体员工' });
  const userIds: string[] = [];
  for (const [at, reader] of readers.entries())
    userIds.push((await dossier.admin.call(people.createUser, { ...reader, fullName: `Reader ${at}` })).id);
  await dossier.admin.call(people.addToGroup, { id: group, userIds });
  const give = { objId: cabinet, reach: 'all' } as const;
  await dossier.admin.call(permissions.grant, { ...give, granteeType: 'user', granteeId: wangId, level: level.full });
  await dossier.admin.call(permissions.grant, { ...give, granteeType: 'group', granteeId: group, level: level.view });
  const { bytes } = await makeFile('pdf', { title: 'Fire safety', lang: 'en', seed: 1 });
  const id = await dossier.admin.upload(cabinet, 'fire-safety.pdf', bytes);

  const desk = await another({ as: wang, lang: 'cn' });
  await desk.open(`/knowledge/index?id=${cabinet}`);
  await row(desk.page, 'fire-safety.pdf').click();
  await desk.page.keyboard.press('i');
  await openDetailsTab(desk.page, desk.t, desk.t('acknowledgements.tab'));
  await button(desk.page, desk.t('acknowledgements.askDots')).click();
  const box = dialog(desk.page, desk.t('acknowledgements.askTitle', { name: 'fire-safety.pdf' }));
  await box.getByRole('combobox', { name: desk.t('acknowledgements.who') }).fill('全体');
  await desk.page.getByText('全体员工').last().click();
  await box.getByLabel(desk.t('acknowledgements.note')).fill('请在演练前阅读');
  if (process.env.SHOTS) await desk.page.screenshot({ path: `${process.env.SHOTS}/ask-cn.png` });
  await press(box, desk.t('acknowledgements.ask'));
  await desk.page.getByText(desk.t('acknowledgements.countsOf', { done: 0, asked: 30, label: '1.0' })).waitFor();
  if (process.env.SHOTS) await desk.page.screenshot({ path: `${process.env.SHOTS}/asked-cn.png` });

  const phone = await another({ as: readers[0] ?? wang, lang: 'en', phone: true });
  await phone.open('/home');
  const panel = phone.page.getByRole('region', { name: phone.t('acknowledgements.toRead') }).getByRole('link', { name: 'fire-safety.pdf' });
  await panel.waitFor();
  if (process.env.SHOTS) await phone.page.screenshot({ path: `${process.env.SHOTS}/home-en-phone.png` });
  const [viewer] = await Promise.all([phone.page.context().waitForEvent('page'), panel.click()]);
  await viewer.getByText('请在演练前阅读').waitFor();
  if (process.env.SHOTS) await viewer.screenshot({ path: `${process.env.SHOTS}/read-en-phone.png` });
  const line = viewer.getByRole('status').filter({ hasText: phone.t('preview.viewer.toConfirm') });
  await button(line, phone.t('preview.viewer.confirmRead')).click();
  const question = dialog(viewer, phone.t('acknowledgements.acknowledgeTitle', { name: 'fire-safety.pdf', label: '1.0' }));
  await question.getByText('请在演练前阅读').waitFor();
  if (process.env.SHOTS) await viewer.screenshot({ path: `${process.env.SHOTS}/confirm-en-phone.png` });
  await press(question, phone.t('acknowledgements.acknowledge'));
  await notice(viewer, phone.t('acknowledgements.acknowledged')).waitFor();
  await viewer.getByText(/You confirmed version 1\.0 on/).waitFor();
  await line.waitFor({ state: 'hidden' });
  // who asked sees it come, without asking again
  await desk.page.getByText(desk.t('acknowledgements.countsOf', { done: 1, asked: 30, label: '1.0' })).waitFor();

  const [request] = (await dossier.admin.call(acknowledgements.requests, { objId: id })).list;
  for (const reader of readers.slice(1, 29))
    await (await signInAt(dossier.url, reader)).call(acknowledgements.acknowledge, { id: request?.id ?? '' });
  await desk.page.getByText(desk.t('acknowledgements.countsOf', { done: 29, asked: 30, label: '1.0' })).waitFor();
  await desk.page.getByText('Reader 29', { exact: true }).waitFor();
  if (process.env.SHOTS) await desk.page.screenshot({ path: `${process.env.SHOTS}/pending-cn.png` });
  const [report] = await Promise.all([desk.page.waitForEvent('download'), button(desk.page, desk.t('acknowledgements.saveExcel')).click()]);
  expect(report.suggestedFilename()).toBe('阅读确认 fire-safety.pdf 1.0.xlsx');
  await button(desk.page, desk.t('acknowledgements.remind')).click();
  await notice(desk.page, desk.t('acknowledgements.reminded', { count: 1 })).waitFor();
  const reader = await another({ as: readers[29] ?? wang, lang: 'en' });
  await reader.open(`/docpreview?id=${id}`);
  const confirmRead = button(reader.page.getByRole('status'), reader.t('preview.viewer.confirmRead'));
  // not before the document can be read
  await expect.poll(() => confirmRead.isEnabled()).toBe(true);
  await confirmRead.focus();
  if (process.env.SHOTS) await reader.page.screenshot({ path: `${process.env.SHOTS}/line-en.png` });
  await reader.page.keyboard.press('Enter');
  await dialog(reader.page, 'fire-safety.pdf').waitFor();
  await reader.page.keyboard.press('Enter');
  await notice(reader.page, reader.t('acknowledgements.acknowledged')).waitFor();
  await desk.page.getByText(desk.t('acknowledgements.countsOf', { done: 30, asked: 30, label: '1.0' })).waitFor();
  // who asked is told that everybody has
  const asker = await signInAt(dossier.url, wang, 'cn');
  const told = async () => (await asker.call(messages.list, {})).list.map(({ msgType: type }) => type);
  await expect.poll(told).toContain(msgType.acknowledgeComplete);
});
