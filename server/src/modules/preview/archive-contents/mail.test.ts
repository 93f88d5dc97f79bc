import { permissions } from '@dossier/contract/access/permissions';
import { archiveContents } from '@dossier/contract/preview/archive-contents';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { CFB } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endedState } from '../../../../test/ended-state.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { zipOf } from '../../../../test/zip-of.ts';

let dossier: TestServer;
let cabinet: string;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
});
afterAll(() => dossier.close());

async function seen(name: string, bytes: Buffer | string, client = dossier.admin) {
  const id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes, onSameName: 'rename' });
  return client.call(preview.view, { id });
}
const mailOf = (previewToken: string) => dossier.nobody.call(archiveContents.mail, { look: previewToken });
const opened = (previewToken: string, place: number) => dossier.nobody.call(archiveContents.open, { look: previewToken, place });
const bytesOf = async (previewToken: string, place: number) =>
  (await dossier.server.app.inject({ method: 'GET', url: (await opened(previewToken, place)).streamUrl })).rawPayload;

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const letter = [
  'From: =?utf-8?B?' + base64('张三') + '?= <zhang@example.com>',
  'To: "Li, Si" <li@example.com>, wang@example.com',
  'Cc: =?gb2312?B?zfXO5Q==?= <wu@example.com>',
  'Subject: =?utf-8?Q?=E5=90=88=E5=90=8C?=',
  'Date: Tue, 14 Nov 2023 22:13:20 +0000',
  'Content-Type: multipart/mixed; boundary="outer"',
  '',
  'Nobody reads this.',
  '--outer',
  'Content-Type: multipart/related; boundary=outer2',
  '',
  '--outer2',
  'Content-Type: multipart/alternative; boundary="alt"',
  '',
  '--alt',
  'Content-Type: text/plain; charset=gb2312',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from([0xba, 0xcf, 0xcd, 0xac, 0x31]).toString('base64'),
  '--alt',
  'Content-Type: text/html; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  '<p>=E5=90=88=E5=90=8C</p><img src=3D"cid:dot@x"><img src=3D"http://elsewhere.example/a.png">',
  '--alt--',
  '--outer2',
  'Content-Type: image/png; name="dot.png"',
  'Content-Transfer-Encoding: base64',
  'Content-ID: <dot@x>',
  '',
  dot,
  '--outer2--',
  '--outer',
  'Content-Type: application/pdf',
  "Content-Disposition: attachment; filename*0*=utf-8''%E9%99%84; filename*1*=%E4%BB%B6.txt",
  'Content-Transfer-Encoding: base64',
  '',
  base64('enclosed words'),
  '--outer',
  'Content-Type: message/rfc822',
  '',
  'From: x@example.com',
  'Subject: inner',
  '',
  'the mail inside',
  '--outer--',
  '',
].join('\r\n');

describe('an RFC 822 mail', () => {
  it('is shown with its headers, its bodies, its images and its attachments', async () => {
    const { look: previewToken, rendition } = await seen('letter.eml', letter);
    expect(rendition).toBe('mail');
    const { html, ...mail } = await mailOf(previewToken);
    expect(mail).toEqual({
      subject: '合同',
      from: '张三 <zhang@example.com>',
      to: ['"Li, Si" <li@example.com>', 'wang@example.com'],
      cc: ['王五 <wu@example.com>'],
      time: 1_700_000_000_000,
      text: '合同1',
      attachments: [
        { name: 'dot.png', size: 70, shown: true },
        { name: '附件.txt', size: 14, shown: false },
        { name: 'inner.eml', size: 54, shown: false },
      ],
    });
    expect(html).toContain(`<p>合同</p><img src="data:image/png;base64,${dot}">`);
    expect((await bytesOf(previewToken, 1)).toString()).toBe('enclosed words');
    const inner = await opened(previewToken, 2);
    expect([inner.rendition, (await mailOf(inner.look)).text]).toEqual(['mail', 'the mail inside']);
  });

  it('is read from an archive, with its attachments', async () => {
    const { look: previewToken } = await seen('letters.zip', await zipOf([{ name: 'letter.eml', bytes: letter }]));
    const first = await opened(previewToken, 0);
    expect([first.rendition, (await mailOf(first.look)).subject]).toEqual(['mail', '合同']);
    expect((await bytesOf(first.look, 1)).toString()).toBe('enclosed words');
  });

  it('is refused where it is none, and tolerates broken parts', async () => {
    const reasonOf = async (name: string, bytes: Buffer | string) =>
      (await endedState(dossier.nobody, previewByToken.state, { look: (await seen(name, bytes)).look })).reason;
    expect(await reasonOf('no.eml', Buffer.from([0, 1, 2, 3, 4, 0, 0]))).toBe('broken');
    expect(await reasonOf('plain.eml', 'a text without a head')).toBe('unsupported');
    expect(await reasonOf('no.msg', 'nothing')).toBe('unsupported');
    const open = await seen('open.eml', `Subject: s\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n'.repeat(20_000)}`);
    expect((await mailOf(open.look)).subject).toBe('s');
    const deep = await seen('deep.eml', `Subject: s\r\n${'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n'.repeat(5000)}`);
    expect((await mailOf(deep.look)).subject).toBe('s');
  });
});

/** An Outlook message with these streams, by their storages. */
function messageOf(streams: Record<string, Buffer | string>): Buffer {
  const file = CFB.utils.cfb_new();
  for (const [name, value] of Object.entries(streams))
    CFB.utils.cfb_add(file, `/${name}`, Buffer.isBuffer(value) ? value : Buffer.from(value, 'utf16le'));
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array);
}

/** Fixed-length properties behind a header of `head` bytes. */
function fixed(head: number, values: [tag: number, value: bigint][]): Buffer {
  const bytes = Buffer.alloc(head + values.length * 16);
  for (const [at, [tag, value]] of values.entries()) {
    bytes.writeUInt32LE(tag, head + at * 16);
    bytes.writeBigUInt64LE(value, head + at * 16 + 8);
  }
  return bytes;
}

const sent = (1_700_000_000_000n + 11_644_473_600_000n) * 10_000n;

describe('an Outlook message', () => {
  it('is shown with its headers, its bodies and its attachments, messages included', async () => {
    const message = messageOf({
      '__properties_version1.0': fixed(32, [[0x00390040, sent]]),
      '__substg1.0_0037001F': '合同',
      '__substg1.0_0C1A001F': '张三',
      '__substg1.0_5D01001F': 'zhang@example.com',
      '__substg1.0_1000001F': 'plain words',
      '__substg1.0_10130102': Buffer.from('<p>rich <b>words</b></p>'),
      '__recip_version1.0_#00000000/__substg1.0_3001001F': 'Li Si',
      '__recip_version1.0_#00000000/__substg1.0_39FE001F': 'li@example.com',
      '__recip_version1.0_#00000000/__properties_version1.0': fixed(8, [[0x0c150003, 1n]]),
      '__recip_version1.0_#00000001/__substg1.0_3001001F': 'Wang Wu',
      '__recip_version1.0_#00000001/__properties_version1.0': fixed(8, [[0x0c150003, 2n]]),
      '__attach_version1.0_#00000000/__substg1.0_3707001F': '附件.txt',
      '__attach_version1.0_#00000000/__substg1.0_37010102': Buffer.from('enclosed words'),
      '__attach_version1.0_#00000001/__substg1.0_3701000D/__substg1.0_0037001F': '里面',
      '__attach_version1.0_#00000001/__substg1.0_3701000D/__substg1.0_1000001F': 'the mail inside',
    });
    const { look: previewToken } = await seen('message.msg', message);
    expect(await mailOf(previewToken)).toEqual({
      subject: '合同',
      from: '张三 <zhang@example.com>',
      to: ['Li Si <li@example.com>'],
      cc: ['Wang Wu'],
      time: 1_700_000_000_000,
      text: 'plain words',
      html: '<p>rich <b>words</b></p>',
      attachments: [
        { name: '附件.txt', size: 14, shown: false },
        { name: '里面.eml', size: expect.any(Number), shown: false },
      ],
    });
    expect((await bytesOf(previewToken, 0)).toString()).toBe('enclosed words');
    const inner = await opened(previewToken, 1);
    expect(await mailOf(inner.look)).toMatchObject({ subject: '里面', text: 'the mail inside' });
  });

  it('is read from its compressed RTF where it has nothing else', async () => {
    // the example of [MS-OXRTFCP] 3.1.1
    const packed = '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0';
    const { look: previewToken } = await seen(
      'rich.msg',
      messageOf({ '__substg1.0_0037001F': 's', '__substg1.0_10090102': Buffer.from(packed, 'hex') }),
    );
    expect((await mailOf(previewToken)).text).toBe('hello world');
  });
});

describe('a user without the right to download a mail', () => {
  it('gets no attachment of it that was opened before', async () => {
    const other = await makeSignedIn(dossier);
    const id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'lost.eml', bytes: letter });
    const given = { objId: id, granteeType: 'user', granteeId: other.id } as const;
    await dossier.admin.call(permissions.grant, { ...given, level: 27 });
    const { look: previewToken } = await other.client.call(preview.view, { id });
    const view = await opened(previewToken, 1);
    await dossier.admin.call(permissions.revoke, given);
    await dossier.admin.call(permissions.grant, { ...given, level: 3 });
    expect(await dossier.nobody.refused(previewByToken.state, { look: view.look })).toBe(4611);
    expect((await dossier.server.app.inject({ method: 'GET', url: view.streamUrl })).json().code).toBe(4611);
  });

  it('reads it as pages, and gets neither its body nor its attachments', async () => {
    const reader = await makeSignedIn(dossier);
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: reader.id, level: 3 });
    const { look: previewToken, rendition } = await seen('secret.eml', letter, reader.client);
    expect([rendition, (await endedState(dossier.nobody, previewByToken.state, { look: previewToken })).state]).toEqual(['pages', 'ready']);
    expect(await dossier.nobody.refused(archiveContents.mail, { look: previewToken })).toBe(4611);
    expect(await dossier.nobody.refused(archiveContents.open, { look: previewToken, place: 1 })).toBe(4611);
    expect(await dossier.nobody.refused(archiveContents.entries, { look: previewToken })).toBe(4611);
  });
});
