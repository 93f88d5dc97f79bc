import { moduleType } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeCabinet, makeDocument, upload } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { sweepUnusedBlobs } from './blob-cleanup.ts';
import { openUploadLimits } from './open-uploads.ts';

let dossier: TestServer;
let person: Awaited<ReturnType<typeof makeSignedIn>>;
let own: string;
let names = 0;
beforeEach(async () => {
  dossier = await openTestServer();
  person = await makeSignedIn(dossier);
  own = await makeCabinet(person.client, { moduleType: moduleType.my });
});
afterEach(() => dossier.close());

const wanted = (size: number, more: object = {}) => ({ parentId: own, name: `${names++}.bin`, size, ...more });
const open = (size: number, more: object = {}) => person.client.call(content.preUpload, wanted(size, more));
const refused = (size: number) => person.client.refused(content.preUpload, wanted(size));
const fill = async (count: number) => {
  const urls: string[] = [];
  for (let n = 0; n < count; n++) urls.push((await open(1)).uploadUrl);
  return urls;
};

it('a user has a limited number of open uploads; finished and cancelled ones do not count, and users count separately', async () => {
  const [first = '', second = ''] = await fill(openUploadLimits.uploads);
  expect(await refused(1)).toBe(4603);
  await makeDocument(dossier, dossier.admin, { parentId: await makeCabinet(dossier.admin) });
  await upload(dossier, first, Buffer.from('x'));
  expect((await dossier.server.app.inject({ method: 'DELETE', url: second })).statusCode).toBe(204);
  const document = (await person.client.call(library.items, { parentId: own })).list[0]?.id ?? '';
  await person.client.call(content.preCheckIn, { id: document, size: 1 });
  await open(1);
  expect(await refused(1)).toBe(4603);
  expect(await person.client.refused(content.preCheckIn, { id: document, size: 1 })).toBe(4603);
  dossier.clock.forward(3 * 24 * 3600_000 + 1000);
  person.client = await dossier.as(person);
  await open(1);
});

it('all open uploads together have a limit of bytes, and a single one has none', async () => {
  const before = { ...openUploadLimits };
  openUploadLimits.bytes = 1000;
  try {
    const large = await open(2000);
    expect(await refused(1)).toBe(4603);
    await upload(dossier, large.uploadUrl, Buffer.alloc(2000));
    await open(600);
    expect(await refused(401)).toBe(4603);
    await open(400);
    expect(await refused(1)).toBe(4603);
  } finally {
    Object.assign(openUploadLimits, before);
  }
});

it('any number of finished uploads is possible', async () => {
  for (const url of await fill(20)) await upload(dossier, url, Buffer.from('x'));
  openUploadLimits.uploads = 20;
  try {
    for (let n = 0; n < 30; n++) await upload(dossier, (await open(1)).uploadUrl, Buffer.from('x'));
    expect((await person.client.call(library.items, { parentId: own })).totalNumber).toBe(50);
  } finally {
    openUploadLimits.uploads = 1000;
  }
});

/** Sends a piece of an upload; answers the status. */
async function piece(uploadUrl: string, body: Buffer, offset: number): Promise<number> {
  const answer = await dossier.server.app.inject({
    method: 'PATCH',
    url: uploadUrl,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      authorization: person.client.token ?? '',
    },
    payload: body,
  });
  return answer.statusCode;
}

it('parts without a byte for two days are swept, records are kept longer', async () => {
  const body = Buffer.alloc(1000);
  const { uploadUrl } = await open(body.length);
  await piece(uploadUrl, body.subarray(0, 400), 0);
  const [part = ''] = (await dossier.services.storage.parts.list()).filter((name) => /^\d+$/.test(name));
  await dossier.services.storage.parts.keep('77.ids', Buffer.from('"done"'));
  const days = async (count: number) => {
    dossier.clock.forward(count * 24 * 3600_000);
    await sweepUnusedBlobs(dossier.services);
    person.client = await dossier.as(person);
    return dossier.services.storage.parts.list();
  };
  expect(await days(1.9)).toEqual(expect.arrayContaining([part, '77.ids']));
  const later = await days(0.2);
  expect([later.includes(part), later.includes('77.ids')]).toEqual([false, true]);
  // restarts at the same address
  expect(await piece(uploadUrl, body.subarray(400), 400)).toBe(409);
  expect(await piece(uploadUrl, body, 0)).toBe(204);
  const other = await open(body.length);
  await days(3.1);
  expect(await piece(other.uploadUrl, body, 0)).toBe(404);
  expect(await days(4)).not.toContain('77.ids');
});
