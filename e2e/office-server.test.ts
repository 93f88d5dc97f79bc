import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { site } from '@dossier/contract/core/site';
import { afterAll, beforeAll, expect } from 'vitest';
import { type FakeOfficeServer, openFakeOfficeServer } from '../server/test/wopi/fake-office-server.ts';
import { admin, useTestServer } from './journey.ts';
import { row } from './page-actions.ts';
import { goWithin } from './layout-shifts.ts';

const dossier = useTestServer();
let office: FakeOfficeServer;
beforeAll(async () => {
  office = await openFakeOfficeServer(Date.now);
  await dossier.admin.call(site.saveSettings, { group: 'office', values: { url: office.url } });
});
afterAll(() => office.close());

/** Edits as an office server does: asks, fetches, locks, saves, and shows what it did. */
async function edit({ wopiSrc, token }: { wopiSrc: string; token: string }): Promise<string> {
  const send = async (path: string, headers: Record<string, string> = {}, body?: string): Promise<Response> => {
    const address = `${wopiSrc}${path}?access_token=${token}`;
    const isPost = headers['x-wopi-override'] !== undefined;
    return fetch(address, {
      method: isPost ? 'POST' : 'GET',
      headers: { ...office.prove(address), 'x-wopi-lock': 'L', ...headers },
      ...(body !== undefined && { body }),
    });
  };
  const info = (await (await send('')).json()) as { BaseFileName: string; PostMessageOrigin: string };
  const before = await (await send('/contents')).text();
  const answers = [
    await send('', { 'x-wopi-override': 'LOCK' }),
    await send('/contents', { 'x-wopi-override': 'PUT' }, `${before}, and more`),
    await send('', { 'x-wopi-override': 'UNLOCK' }),
  ];
  const tell = (id: string, values: object): string =>
    `parent.postMessage(${JSON.stringify(JSON.stringify({ MessageId: id, Values: values }))}, ${JSON.stringify(info.PostMessageOrigin)})`;
  return `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>Editor</title>
    <p>${info.BaseFileName}: ${before} ${answers.map((one) => one.status).join(' ')}</p><p id="heard"></p><button>Leave</button>
    <script>
      onmessage = ({ data }) => { document.getElementById('heard').textContent = JSON.parse(data).MessageId };
      document.querySelector('button').onclick = () => ${tell('UI_Close', {})};
      ${tell('App_LoadingStatus', { Status: 'Frame_Ready' })};
    </script>`;
}

dossier.journey(
  'a document is opened in the office server, saved there, and left again',
  { as: admin, lang: 'en' },
  async ({ page, open }) => {
    office.editor = edit;
    const { id: parentId } = await dossier.admin.call(library.createCabinet, { name: 'Plans', moduleType: 3 });
    const id = await dossier.admin.upload(parentId, 'Plan.docx', 'one');
    await open(`/office?id=${id}`);
    const editor = page.frameLocator('iframe');
    await editor.getByText('Plan.docx: one 200 200 200').waitFor();
    await editor.getByText('Host_PostmessageReady').waitFor();
    expect(page.url()).not.toContain('access_token');
    expect((await dossier.admin.call(content.revisions, { id })).map((one) => one.size)).toEqual([13, 3]);
    await editor.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL(`**/knowledge/index?id=${parentId}**`);

    await row(page, 'Plan.docx').waitFor();

    // from within the client, whose policy names no office server
    await goWithin(page, `/office?id=${id}`);
    await editor.getByText('Plan.docx: one, and more').waitFor();
  },
);
