import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { meetings } from '@dossier/contract/meetings/meetings';
import { minutes } from '@dossier/contract/meetings/minutes';
import { expect } from 'vitest';
import { button, dialog, press } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';

const dossier = useTestServer();
const password = 'their-pass-word';

dossier.journey('a meeting is called, held, voted in and archived, by two people', { as: admin }, async ({ page, open, another, t }) => {
  await dossier.admin.call(people.createUser, { loginName: 'nora', fullName: 'Nora Notes', password });
  const { id: cabinet } = await dossier.admin.call(library.createCabinet, { name: 'Board', moduleType: 3 });
  await dossier.admin.upload(cabinet, 'budget.txt', 'Numbers');

  await open('/meeting/index');
  await button(page, t('meetings.meetings.newMeeting')).click();
  const calling = dialog(page, t('meetings.meetings.newMeeting'));
  await calling.getByLabel(t('meetings.meetings.title'), { exact: true }).fill('Budget');
  await calling.getByRole('combobox', { name: t('meetings.meetings.invited') }).fill('Nora');
  await page.locator('.ant-select-item-option').filter({ hasText: 'Nora Notes' }).click();
  await press(calling, t('meetings.meetings.call'));
  await page.getByRole('heading', { name: 'Budget' }).waitFor();
  const id = new URL(page.url()).searchParams.get('id') ?? '';

  await button(page, t('meetings.meetings.editAgenda')).click();
  const writing = dialog(page, t('meetings.meetings.editAgenda'));
  await writing.getByPlaceholder(t('meetings.meetings.itemN', { count: 1 })).fill('The numbers');
  await press(writing, t('meetings.meetings.save'));
  await button(page, t('meetings.meetings.addPaper')).click();
  const adding = dialog(page, t('meetings.meetings.addPaper'));
  await adding.getByRole('combobox').first().fill('budget');
  await page.locator('.ant-select-item-option').filter({ hasText: 'budget.txt' }).click();
  await press(adding, t('meetings.meetings.add'));
  await page.getByRole('link', { name: 'budget.txt' }).waitFor();
  await button(page, t('meetings.meetings.begin')).click();
  await button(page, t('meetings.votes.newVote')).click();
  const asking = dialog(page, t('meetings.votes.newVote'));
  await asking.getByLabel(t('meetings.votes.question'), { exact: true }).fill('Agreed?');
  await press(asking, t('meetings.votes.ask'));
  await page.getByRole('link', { name: 'Agreed?' }).waitFor();

  // an attendee views a document without a right to it, signs in and votes
  const nora = await another({ as: { loginName: 'nora', password } });
  await nora.open(`/meeting/index?id=${id}`);
  await button(nora.page, t('meetings.meetings.signIn')).click();
  await nora.page.getByText(t('meetings.meetings.youSignedIn')).waitFor();
  const paper = await nora.page.getByRole('link', { name: 'budget.txt' }).getAttribute('href');
  await nora.page.getByRole('link', { name: 'Agreed?' }).click();
  await nora.page.getByText(t('meetings.votes.agree'), { exact: true }).click();
  await button(nora.page, t('meetings.votes.vote')).click();
  await nora.page.getByText(t('meetings.votes.youVoted', { what: t('meetings.votes.agree') })).waitFor();
  await nora.open(paper ?? '');
  const picture = nora.page.locator('[data-page="1"] img');
  await expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(200);
  // temporary access ends with the meeting
  await nora.open('/home');

  await page.getByRole('textbox', { name: t('meetings.minutes.minutes') }).fill('We agree');
  await expect.poll(async () => (await dossier.admin.call(minutes.show, { id })).text).toBe('We agree');
  await button(page, t('meetings.meetings.end')).click();
  await button(page, t('meetings.meetings.archive')).click();
  const archiving = dialog(page, t('meetings.minutes.archiveTitle', { name: 'Budget' }));
  await archiving.getByRole('combobox', { name: t('meetings.minutes.folder') }).click();
  await page.locator('.ant-select-tree-title').filter({ hasText: 'Board' }).click();
  await press(archiving, t('meetings.minutes.archive'));
  await page.getByRole('link', { name: t('meetings.minutes.openArchived') }).waitFor();
  expect((await dossier.admin.call(meetings.show, { id })).state).toBe('archived');
  expect((await dossier.admin.call(library.documents, { parentId: cabinet })).list).toHaveLength(2);
});
