import { comments } from '@dossier/contract/comments/comments';
import { site } from '@dossier/contract/core/site';
import { library } from '@dossier/contract/documents/library';
import { shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, expect } from 'vitest';
import { makeFile } from '../demo/files/make-file.ts';
import { type TestMailServer, mailSettings, startMailServer } from '../server/test/mail-server.ts';
import { admin, useTestServer } from './journey.ts';
import { button, dialog, fromMenu, press } from './page-actions.ts';

const dossier = useTestServer();
let mail: TestMailServer;
beforeAll(async () => {
  mail = await startMailServer();
  await dossier.admin.call(site.saveSettings, { group: 'mail', values: mailSettings(mail.port) });
});
afterAll(() => mail.close());

dossier.journey(
  'a visitor of a link proves a name, comments on an area of a PDF, and reads what staff reply, but not their own talk',
  { as: admin, lang: 'en' },
  async ({ page, open, t, another }) => {
    const { id: cabinet } = await dossier.admin.call(library.createCabinet, { name: 'Offers', moduleType: 3 });
    const { id: folder } = await dossier.admin.call(library.createFolder, { parentId: cabinet, name: 'Offer' });
    const { bytes } = await makeFile('pdf', { title: 'Offer', lang: 'en', seed: 1 });
    const id = await dossier.admin.upload(folder, 'offer.pdf', bytes);
    await dossier.admin.call(comments.create, { objId: id, content: 'Among us' });
    const address = 'visitor@partner.example';

    await open(`/knowledge/index?id=${cabinet}`);
    await fromMenu(page, 'Offer', t('sharing.links.shareItem'));
    const asking = dialog(page, t('sharing.links.shareOne', { name: 'Offer' }));
    await asking.getByRole('checkbox', { name: t('sharing.links.allowComment') }).check();
    await asking.getByText(t('sharing.links.commentNameHint')).waitFor();
    const password = await asking.getByLabel(t('sharing.links.password'), { exact: true }).inputValue();
    await press(asking, t('sharing.links.makeLink'));
    const url = await dialog(page, t('sharing.links.shared')).getByLabel(t('sharing.links.link'), { exact: true }).inputValue();

    const visitor = await another({ lang: 'en' });
    const theirs = visitor.page;
    const { pathname, search } = new URL(url);
    await visitor.open(`${pathname}${search}`);
    await theirs.getByLabel(t('sharing.visitor.password')).fill(password);
    await button(theirs, t('sharing.visitor.openLink')).click();
    await theirs.getByRole('link', { name: 'offer.pdf' }).click();
    await button(theirs, t('preview.viewer.comments')).click();
    await theirs.getByRole('heading', { name: t('sharing.visitor.proveComment') }).waitFor();
    await theirs.getByLabel(t('sharing.visitor.mail')).fill(address);
    await button(theirs, t('sharing.visitor.sendCode')).click();
    await expect.poll(() => mail.codeFor(address)).toBeDefined();
    await theirs.getByLabel(t('sharing.visitor.code'), { exact: true }).fill(mail.codeFor(address) ?? '');
    await button(theirs, t('sharing.visitor.openLink')).click();

    // the comments, for which the name was asked, are open
    const field = theirs.getByRole('textbox', { name: t('comments.write') });
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);

    // without downloads, visitors see images of the pages
    const paper = theirs.locator('[data-page="1"]:has([data-words])');
    await paper.locator('[data-words] span').first().waitFor({ state: 'attached' });
    await button(theirs, t('preview.viewer.commentOnArea')).click();
    const box = await paper.boundingBox();
    const [left, top] = [(box?.x ?? 0) + 100, (box?.y ?? 0) + 200];
    await theirs.mouse.move(left, top);
    await theirs.mouse.down();
    await theirs.mouse.move(left + 200, top + 100, { steps: 4 });
    await theirs.mouse.up();
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await theirs.keyboard.type('Is this in May? @all');
    await theirs.keyboard.press('Control+Enter');
    await button(theirs, t('preview.viewer.commentN', { number: 1 })).waitFor();
    expect(await theirs.getByText('Among us').count()).toBe(0);

    // staff see whose words these are, are told who reads the answer, and settle it
    await open(`/pdfViewer?id=${id}`);
    await button(page, t('preview.viewer.commentN', { number: 1 })).click();
    const thread = page.getByRole('listitem').filter({ hasText: 'Is this in May? @all' });
    await thread.getByText(address).waitFor();
    await thread.getByText(t('comments.byLink')).waitFor();
    await button(thread, t('comments.reply')).click();
    await thread.getByText(t('comments.seenByLink')).waitFor();
    await thread.getByRole('textbox', { name: t('comments.writeReply') }).fill('In June');
    await thread.getByRole('textbox', { name: t('comments.writeReply') }).press('Control+Enter');
    await thread.getByRole('textbox', { name: t('comments.writeReply') }).waitFor({ state: 'detached' });
    await thread.getByText('In June').waitFor();

    await field.fill('And what is it?');
    await field.press('Control+Enter');
    await theirs.getByText('In June').waitFor();
    const own = theirs.getByRole('listitem').filter({ hasText: 'And what is it?' });
    await button(own, t('comments.delete')).click();
    await button(own.getByRole('group', { name: t('comments.deleteOwnAsk') }), t('comments.delete')).click();
    await own.waitFor({ state: 'detached' });

    // the setting is taken away: so are the comments
    const [link] = (await dossier.admin.call(shares.list, {})).list;
    await dossier.admin.call(shares.update, { id: link?.id ?? '', allowComment: false });
    visitor.faults.allow(/curl\/comment|status of 403/);
    await field.fill('Still there?');
    await field.press('Control+Enter');
    await theirs.getByText('Comments are turned off for this link').first().waitFor();
    expect((await dossier.admin.call(comments.list, { objId: id })).list.map((one) => one.content)).toEqual([
      'Is this in May? @all',
      'Among us',
    ]);
  },
);
