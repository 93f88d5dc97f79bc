import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { content } from '@dossier/contract/documents/content';
import { isolation } from '@dossier/contract/governance/isolation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eicar, forbiddenWord } from '../../../../test/eicar.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { zipOf } from '../../../../test/zip-of.ts';

const program = ['/usr/sbin/clamd', '/usr/bin/clamd', '/usr/local/sbin/clamd'].find((path) => existsSync(path)) ?? '';

let folder: string;
let socket: string;
let daemon: ChildProcess;
let dossier: TestServer;
let cabinet: string;

const hex = (text: string): string => Buffer.from(text, 'latin1').toString('hex');

const listens = (): Promise<boolean> =>
  new Promise((resolve) => {
    const client = connect({ path: socket });
    client.once('connect', () => resolve(true));
    client.once('error', () => resolve(false));
    client.once('close', () => client.destroy());
  });

/** Debian's clamd with a database of two signatures, on a socket of its own. */
async function startClamd(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'dossier-clamd-'));
  socket = join(folder, 'clamd.sock');
  await writeFile(join(folder, 'test.ndb'), `Eicar-Test-Signature:0:*:${hex(eicar)}\nWord-Signature:0:*:${hex(forbiddenWord)}\n`);
  const settings = [`DatabaseDirectory ${folder}`, `LocalSocket ${socket}`, 'Foreground yes', 'MaxThreads 2', 'StreamMaxLength 1M'];
  await writeFile(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`);
  daemon = spawn(program, ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' });
}

describe.skipIf(program === '')('the clamd of Debian', () => {
  beforeAll(async () => {
    await startClamd();
    // the hook has a limit of its own
    while (!(await listens())) await pause(50);
    dossier = await openTestServer({ clamd: socket });
    cabinet = await makeCabinet(dossier.admin);
  });
  afterAll(async () => {
    daemon.kill();
    await dossier.close();
    await rm(folder, { recursive: true, force: true });
  });

  const office = (text: string) =>
    zipOf([
      { name: '[Content_Types].xml', bytes: '<Types/>' },
      { name: 'word/document.xml', bytes: `<w:document><w:t>a letter</w:t></w:document>` },
      { name: 'word/embeddings/oleObject1.bin', bytes: text },
    ]);
  const mail = (text: string): string =>
    [
      'From: a@example.org',
      'To: b@example.org',
      'Subject: hello',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'See the file.',
      '--b',
      'Content-Type: application/octet-stream; name="a.com"',
      'Content-Transfer-Encoding: base64',
      'Content-Disposition: attachment; filename="a.com"',
      '',
      Buffer.from(text).toString('base64'),
      '--b--',
      '',
    ].join('\r\n');

  it.each<[string, (text: string) => Promise<Buffer | string> | string]>([
    ['text.txt', (text) => text],
    ['archive.zip', (text) => zipOf([{ name: 'deep/inside.txt', bytes: text }])],
    ['letter.docx', office],
    ['mail.eml', mail],
  ])('finds a virus in %s, and lets the same without it pass', async (name, pack) => {
    const [bad, good] = [
      await makeDocument(dossier, dossier.admin, { parentId: cabinet, bytes: await pack(eicar), name }),
      await makeDocument(dossier, dossier.admin, { parentId: cabinet, bytes: await pack('nothing of the kind'), name: `good-${name}` }),
    ];
    await dossier.drain();
    expect(await dossier.admin.refused(content.download, { id: bad })).toBe(4651);
    expect((await dossier.admin.call(content.download, { id: good })).fileName).toBe(`good-${name}`);
    expect((await dossier.admin.call(isolation.list)).list[0]?.threat).toMatch(/^Eicar-Test-Signature/);
  });

  it('names a stream that is too long for it', async () => {
    const id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, bytes: Buffer.alloc(3 << 20, 'x'), name: 'long.bin' });
    await dossier.drain();
    expect(await dossier.admin.refused(content.download, { id })).toBe(4650);
    expect((await dossier.admin.call(isolation.list)).list[0]).toMatchObject({
      state: 'unchecked',
      threat: expect.stringContaining('size limit'),
    });
  });
});
