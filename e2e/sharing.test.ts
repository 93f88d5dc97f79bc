import type { InputOf, OutputOf, Route } from '@dossier/contract/core/route';
import { library } from '@dossier/contract/documents/library';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { links, shares } from '@dossier/contract/sharing/shares';
import { expect } from 'vitest';
import { button, dialog, fromMenu, menuItem, notice, press, row } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';

const dossier = useTestServer();

/** A visitor's call, with its share session. */
async function visit<R extends Route>(route: R, input: InputOf<R>, sessionId = ''): Promise<OutputOf<R>> {
  const get = route.method === 'GET';
  const query = get ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const answer = await fetch(`${dossier.url}${route.path}${query}`, {
    method: route.method,
    headers: { 'content-type': 'application/json', 'x-session-id': sessionId },
    ...(!get && { body: JSON.stringify(input) }),
  });
  return ((await answer.json()) as { data: OutputOf<R> }).data;
}

dossier.journey('something is shared by hand, and the giver knows what became of it', { as: admin }, async ({ page, open, t }) => {
  const { id: cabinet } = await dossier.admin.call(library.createCabinet, { name: 'Offers', moduleType: 3 });
  const file = await dossier.admin.upload(cabinet, 'offer.txt', 'An offer');

  // shared from the list: with a generated password, for three downloads
  await open(`/knowledge/index?id=${cabinet}`);
  await fromMenu(page, 'offer.txt', t('sharing.links.shareItem'));
  const asking = dialog(page, t('sharing.links.shareOne', { name: 'offer.txt' }));
  const password = await asking.getByLabel(t('sharing.links.password'), { exact: true }).inputValue();
  expect(password).toMatch(/^\w{8}$/);
  await asking.getByRole('checkbox', { name: t('sharing.links.allowDownload'), exact: true }).check();
  await asking.getByLabel(t('sharing.links.mostDownloads')).fill('3');
  await press(asking, t('sharing.links.makeLink'));
  const made = dialog(page, t('sharing.links.shared'));
  const url = await made.getByLabel(t('sharing.links.link'), { exact: true }).inputValue();
  expect(await made.getByText(password).count()).toBe(1);
  await button(made, t('sharing.links.follow')).click();

  // without visitors; then with one
  await page.getByRole('heading', { name: 'offer.txt' }).waitFor();
  await page.getByText(t('sharing.links.nobodyYet')).waitFor();
  const token = new URL(url).searchParams.get('token') ?? '';
  const { sessionId } = await visit(links.open, { token, password });
  const { look } = await visit(links.view, { token, id: file }, sessionId);
  await new Promise((done) => setTimeout(done, 1100));
  await visit(previewByToken.seen, { look, page: 1, seconds: 1 });
  await visit(links.download, { token, id: file }, sessionId);
  await page.reload();
  await page.getByText(t('sharing.links.usedLeft', { used: 1, left: 2 })).waitFor();
  await page.getByText(t('sharing.links.seenFacts', { time: '0:01', downloads: 1, prints: 0 })).waitFor();
  await page
    .getByRole('listitem')
    .filter({ hasText: t('sharing.links.event_downloaded') })
    .waitFor();

  // closed from the list of shares, and undone
  await page
    .getByRole('link', { name: t('sharing.links.myShares') })
    .first()
    .click();
  await page.getByRole('columnheader', { name: t('sharing.links.validUntil') }).waitFor();
  await page.getByRole('button', { name: t('sharing.links.actionsOf', { name: 'offer.txt' }) }).click();
  await menuItem(page, t('sharing.links.close')).click();
  await notice(page, t('sharing.links.wasClosed', { name: 'offer.txt' })).waitFor();
  expect((await dossier.admin.call(shares.list, {})).list[0]?.status).toBe('closed');
  await button(page, t('sharing.links.undo')).last().click();
  await expect.poll(async () => (await dossier.admin.call(shares.list, {})).list[0]?.status).toBe('enabled');

  // the list of files shows the share icon
  await open(`/knowledge/index?id=${cabinet}`);
  await row(page, 'offer.txt')
    .getByRole('img', { name: t('documents.library.sharedByYou') })
    .waitFor();
});
