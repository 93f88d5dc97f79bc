import { fileURLToPath } from 'node:url';
import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { editing } from '@dossier/contract/editing/editing';
import { linkEditing } from '@dossier/contract/editing/link-editing';
import { shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { makeFile } from '../../../../../demo/files/make-file.ts';
import type { Client } from '../../../../test/client.ts';
import { mailSettings, startMailServer, type TestMailServer } from '../../../../test/mail-server.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { prove } from '../../../../test/share-people.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { unanswered } from './test-tasks.ts';
import { writtenWord } from '../../../../test/word-file.ts';
import { fileChecks } from './draft-files.ts';
import { wordTasks } from './read-word.ts';

let dossier: TestServer;
let mail: TestMailServer;
let folder: string;
let giver: Awaited<ReturnType<typeof makeSignedIn>>;
let docx: Buffer;
let id: string;
let token: string;
let visitor: Client;

beforeAll(async () => {
  wordTasks.path = fileURLToPath(new URL('./test-tasks.ts', import.meta.url));
  dossier = await openTestServer({}, { inBackground: true });
  mail = await startMailServer();
  await dossier.admin.call(site.saveSettings, { group: 'mail', values: mailSettings(mail.port) });
  const cabinet = await makeCabinet(dossier.admin);
  folder = await makeFolder(dossier.admin, cabinet);
  giver = await makeSignedIn(dossier);
  const granted = level.modify | level.full;
  await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: giver.id, level: granted, reach: 'all' });
  docx = (await makeFile('docx', { title: 'Offer', lang: 'en', seed: 1 })).bytes;
});
beforeEach(async () => {
  id = await make();
  const address = `${crypto.randomUUID()}@partner.example`;
  const terms = { objIds: [folder], allowEdit: true, allowDownload: true, recipients: [address] };
  ({ token } = await giver.client.call(shares.create, terms));
  visitor = await prove(dossier, mail, { token, address });
});
afterAll(async () => {
  await dossier.close();
  await mail.close();
});

const make = (bytes = docx) => makeDocument(dossier, dossier.admin, { parentId: folder, name: `${crypto.randomUUID()}.docx`, bytes });

/** What lies in the storage, and rows of it. */
async function kept(): Promise<[stored: number, rows: number]> {
  let stored = 0;
  for await (const _ of dossier.services.storage.list()) stored++;
  return [stored, (await dossier.services.database.read.selectFrom('blob').select('sha256').execute()).length];
}

/** A window of the visitor. */
async function open(of: string) {
  const { sessionId, windowId, draftUrl, trialUrl = '' } = await visitor.call(linkEditing.openFile, { token, id: of });
  const put = async (url: string, payload: Buffer): Promise<unknown> =>
    (await dossier.server.app.inject({ method: 'PUT', url, payload })).json();
  return {
    draft: (payload: Buffer) => put(draftUrl, payload),
    trial: (payload: Buffer) => put(trialUrl, payload),
    close: () => visitor.call(linkEditing.closeFile, { token, sessionId, windowId }),
  };
}

it('a refused draft of a visitor leaves nothing on the disk', async () => {
  const v = await open(id);
  const before = await kept();
  for (const n of [1, 2, 3]) expect(await v.draft(Buffer.alloc(300_000, n))).toMatchObject({ code: 4647 });
  expect(await kept()).toEqual(before);
  await v.close();
});

it('a draft of a visitor that could not be checked in time may be sent again, and is not kept until then', async () => {
  const v = await open(id);
  const before = await kept();
  const { timeoutMs } = wordTasks;
  wordTasks.timeoutMs = 1;
  expect(await v.draft(Buffer.alloc(unanswered, 1))).toMatchObject({ code: 1008 });
  wordTasks.timeoutMs = timeoutMs;
  expect(await kept()).toEqual(before);
  expect(await v.draft(Buffer.alloc(unanswered + 1, 1))).toMatchObject({ code: 4647 });
  await v.close();
});

it('a trial of a visitor waits for the turn of that visitor, as drafts do', async () => {
  const shareOfVisitor = await dossier.services.database.read
    .selectFrom('share_session')
    .select(['share_id', 'visitor_key'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const turn = Promise.withResolvers<void>();
  const held = fileChecks.take(`${shareOfVisitor.share_id} ${shareOfVisitor.visitor_key}`, {
    work: () => turn.promise,
    rest: () => Promise.resolve(),
  });
  const own = await writtenWord(docx, crypto.randomUUID());
  const v = await open(await make(own));
  const answers: unknown[] = [];
  const tried = v.trial(own).then((answer) => answers.push(answer));
  // meanwhile a trial of a user has its verdict
  const user = await giver.client.call(editing.openFile, { id: await make(await writtenWord(docx, crypto.randomUUID())) });
  const junk = { method: 'PUT' as const, url: user.trialUrl ?? '', payload: Buffer.from('junk') };
  expect((await dossier.server.app.inject(junk)).json()).toMatchObject({ code: 4614 });
  expect(answers).toEqual([]);
  turn.resolve();
  await held;
  await tried;
  expect(answers).toMatchObject([{ code: 200 }]);
  await v.close();
});

it('the ticket of a trial is spent by the verdict, and what was compared before is not compared again', async () => {
  const own = await writtenWord(docx, crypto.randomUUID());
  const v = await open(await make(own));
  const warned = vi.spyOn(dossier.services.log, 'warn');
  const compared = () => warned.mock.calls.filter(([, message]) => message === 'an edited file is damaged').length;
  const junk = Buffer.from(crypto.randomUUID());
  expect(await v.trial(junk)).toMatchObject({ code: 4614 });
  expect(compared()).toBe(1);
  expect(await v.trial(own)).toMatchObject({ code: 4614 });
  expect(await v.trial(Buffer.from('other junk'))).toMatchObject({ code: 4614 });
  await v.close();
  const other = await open(await make(own));
  expect(await other.trial(junk)).toMatchObject({ code: 4614 });
  expect(compared()).toBe(1);
  await other.close();
  warned.mockRestore();
});
