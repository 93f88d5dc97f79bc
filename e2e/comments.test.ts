import { permissions } from '@dossier/contract/access/permissions';
import { comments } from '@dossier/contract/comments/comments';
import { level, moduleType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { expect } from 'vitest';
import { makeFile } from '../demo/files/make-file.ts';
import { type Person } from './calls.ts';
import { useTestServer } from './journey.ts';
import { button } from './page-actions.ts';

const dossier = useTestServer();

const wang: Person = { loginName: 'wangfang', password: 'pass-word-1' };
const ann: Person = { loginName: 'ann', password: 'pass-word-2' };

/** Somebody who may read a cabinet. */
async function join(cabinet: string, { person, fullName, bits }: { person: Person; fullName: string; bits: number }): Promise<string> {
  const { id } = await dossier.admin.call(people.createUser, { ...person, fullName });
  await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: id, level: bits, reach: 'all' });
  return id;
}

dossier.journey('three people discuss and settle a drawing, at a Chinese desk and on an English phone', {}, async ({ another }) => {
  const { id: cabinet } = await dossier.admin.call(library.createCabinet, { name: 'Plans', moduleType: moduleType.enterprise });
  const annId = await join(cabinet, { person: ann, fullName: 'Ann Field', bits: level.view });
  await join(cabinet, { person: wang, fullName: '王芳', bits: level.full });
  const { bytes } = await makeFile('pdf', { title: 'Plan', lang: 'en', seed: 1 });
  const id = await dossier.admin.upload(cabinet, 'plan.pdf', bytes);

  const desk = await another({ as: wang, lang: 'cn' });
  await desk.open(`/pdfViewer?id=${id}`);
  const paper = desk.page.locator('.pdfViewer .page').first();
  await paper.locator('canvas').first().waitFor();
  await button(desk.page, desk.t('preview.viewer.commentOnArea')).click();
  const box = await paper.boundingBox();
  const [left, top] = [(box?.x ?? 0) + 100, (box?.y ?? 0) + 200];
  await desk.page.mouse.move(left, top);
  await desk.page.mouse.down();
  await desk.page.mouse.move(left + 200, top + 100, { steps: 4 });
  await desk.page.mouse.up();
  const field = desk.page.getByRole('textbox', { name: desk.t('comments.write') });
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await desk.page.keyboard.type('这面墙对吗？@ann');
  await desk.page.getByRole('menuitem', { name: 'Ann Field' }).waitFor();
  await desk.page.keyboard.press('Enter');
  await desk.page.keyboard.press('Control+Enter');
  await desk.page.getByRole('button', { name: desk.t('preview.viewer.commentN', { number: 1 }) }).waitFor();
  const [thread] = (await dossier.admin.call(comments.list, { objId: id })).list;
  expect([thread?.place?.kind, thread?.mentions.map((one) => one.id)]).toEqual(['area', [annId]]);

  const phone = await another({ as: ann, lang: 'en', phone: true });
  await phone.open(`/knowledge/index?id=${cabinet}`);
  await phone.page.getByRole('img', { name: phone.t('documents.library.openComments', { count: 1 }) }).waitFor();
  await phone.open(`/pdfViewer?id=${id}`);
  await phone.page.getByRole('button', { name: phone.t('preview.viewer.commentN', { number: 1 }) }).click();
  await phone.page.getByText('这面墙对吗？').waitFor();
  await button(phone.page, phone.t('comments.reply')).click();
  await phone.page.getByRole('textbox', { name: phone.t('comments.writeReply') }).fill('It is 10 cm off');
  await phone.page.getByRole('textbox', { name: phone.t('comments.writeReply') }).press('Control+Enter');

  // heard, without asking
  await desk.page.getByText('It is 10 cm off').waitFor();
  await dossier.admin.call(comments.create, { objId: id, threadId: thread?.id ?? '', content: 'Moved in the next version' });
  await desk.page.getByText('Moved in the next version').waitFor();
  await button(desk.page, desk.t('comments.resolve')).click();
  await expect.poll(() => desk.page.getByRole('button', { name: desk.t('preview.viewer.commentN', { number: 1 }) }).count()).toBe(0);
  expect((await dossier.admin.call(comments.list, { objId: id })).openCount).toBe(0);
});
