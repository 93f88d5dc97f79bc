import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { meetings } from '@dossier/contract/meetings/meetings';
import { minutes } from '@dossier/contract/meetings/minutes';
import { expect } from 'vitest';
import { button, dialog, press } from './hands.ts';
import { admin, useHouse } from './journey.ts';

const dossier = useHouse();
const password = 'their-pass-word';

dossier.journey('a meeting is called, held, voted in and archived, by two people', { as: admin }, async ({ page, open, another, t }) => {
  await dossier.admin.call(people.createUser, { loginName: 'nora', fullName: 'Nora Notes', password });
  const { id: cabinet } = await dossier.admin.call(library.createCabinet, { name: 'Board', moduleType: 3 });
  await dossier.admin.upload(cabinet, 'budget.txt', 'Numbers');

  await open('/meeting/index');
  await button(page, t('meetings.newMeeting')).click();
  const calling = dialog(page, t('meetings.newMeeting'));
  await calling.getByLabel(t('meetings.title'), { exact: true }).fill('Budget');
  await calling.getByRole('combobox', { name: t('meetings.invited') }).fill('Nora');
  await page.locator('.ant-select-item-option').filter({ hasText: 'Nora Notes' }).click();
  await press(calling, t('meetings.call'));
  await page.getByRole('heading', { name: 'Budget' }).waitFor();
  const id = new URL(page.url()).searchParams.get('id') ?? '';

  await button(page, t('meetings.editAgenda')).click();
  const writing = dialog(page, t('meetings.editAgenda'));
  await writing.getByPlaceholder(t('meetings.itemN', { n: 1 })).fill('The numbers');
  await press(writing, t('meetings.save'));
  await button(page, t('meetings.addPaper')).click();
  const adding = dialog(page, t('meetings.addPaper'));
  await adding.getByRole('combobox').first().fill('budget');
  await page.locator('.ant-select-item-option').filter({ hasText: 'budget.txt' }).click();
  await press(adding, t('meetings.add'));
  await page.getByRole('link', { name: 'budget.txt' }).waitFor();
  await button(page, t('meetings.begin')).click();
  await button(page, t('votes.newVote')).click();
  const asking = dialog(page, t('votes.newVote'));
  await asking.getByLabel(t('votes.question'), { exact: true }).fill('Agreed?');
  await press(asking, t('votes.ask'));
  await page.getByRole('link', { name: 'Agreed?' }).waitFor();

  // who is invited sees the paper that nobody gave her, signs in and votes
  const nora = await another({ as: { loginName: 'nora', password } });
  await nora.open(`/meeting/index?id=${id}`);
  await button(nora.page, t('meetings.signIn')).click();
  await nora.page.getByText(t('meetings.youSignedIn')).waitFor();
  const paper = await nora.page.getByRole('link', { name: 'budget.txt' }).getAttribute('href');
  await nora.page.getByRole('link', { name: 'Agreed?' }).click();
  await nora.page.getByText(t('votes.agree'), { exact: true }).click();
  await button(nora.page, t('votes.vote')).click();
  await nora.page.getByText(t('votes.youVoted', { what: t('votes.agree') })).waitFor();
  await nora.open(paper ?? '');
  const picture = nora.page.locator('[data-page="1"] img');
  await expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(200);
  // what is lent is closed with the meeting
  await nora.open('/home');

  await page.getByRole('textbox', { name: t('minutes.minutes') }).fill('We agree');
  await expect.poll(async () => (await dossier.admin.call(minutes.show, { id })).text).toBe('We agree');
  await button(page, t('meetings.end')).click();
  await button(page, t('meetings.archive')).click();
  const archiving = dialog(page, t('minutes.archiveTitle', { name: 'Budget' }));
  await archiving.getByRole('combobox', { name: t('minutes.folder') }).click();
  await page.locator('.ant-select-tree-title').filter({ hasText: 'Board' }).click();
  await press(archiving, t('minutes.archive'));
  await page.getByRole('link', { name: t('minutes.openArchived') }).waitFor();
  expect((await dossier.admin.call(meetings.show, { id })).state).toBe('archived');
  expect((await dossier.admin.call(library.documents, { parentId: cabinet })).list).toHaveLength(2);
});
