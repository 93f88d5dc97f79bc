import { site } from '@dossier/contract/core/site';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { links, shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { type TestMailServer, mailSettings, startMailServer } from '../../../../test/mail-server.ts';
import { makeCabinet, makeFolder } from '../../../../test/make-items.ts';
import { type Terms, come } from '../../../../test/share-people.ts';

let dossier: TestServer;
let mail: TestMailServer;
let folder: string;
beforeAll(async () => {
  dossier = await openTestServer();
  mail = await startMailServer();
  await dossier.admin.call(site.saveSettings, { group: 'mail', values: mailSettings(mail.port) });
  folder = await makeFolder(dossier.admin, await makeCabinet(dossier.admin));
});
afterAll(async () => {
  await dossier.close();
  await mail.close();
});

const share = (terms: Terms) => dossier.admin.call(shares.create, { objIds: [folder], ...terms });
const prove = async (token: string, address: string) => {
  await dossier.nobody.call(links.open, { token, mail: address });
  await dossier.drain();
  return come(dossier, token, { mail: address, code: mail.codeFor(address.trim().toLowerCase()) });
};
const shutOut = async (id: string, name: string) => {
  const { list } = await dossier.admin.call(shares.visitors, { id });
  await dossier.admin.call(shares.revoke, { id, recipientId: String(list.find((one) => one.name === name)?.recipientId) });
};

/** Strings that a mail server reads as another address than the text after the last `@` suggests. */
const tricks = [
  '<eve@evil.example> @partner.example',
  'eve@evil.example,x@partner.example',
  'eve@evil.example; x@partner.example',
  'g:eve@evil.example,@partner.example',
  'x@partner.example <eve@evil.example>,@partner.example',
  'eve@evil.example\r\nBcc: z@evil.example\r\nX: @partner.example',
  'eve%evil.example@partner.example',
  '"eve@evil.example"@partner.example',
];

describe('the verified address', () => {
  it.each(tricks)('is one plain address, not %j', async (address) => {
    const { token, id } = await share({ recipients: ['@partner.example'] });
    const before = mail.letters.length;
    expect(await dossier.nobody.refused(links.open, { token, mail: address })).toBe(2036);
    expect(await dossier.nobody.refused(links.open, { token, mail: address, code: '123456' })).toBe(2036);
    await dossier.drain();
    expect(mail.letters.slice(before)).toEqual([]);
    expect((await dossier.admin.call(shares.visitors, { id })).list).toEqual([]);
    expect(JSON.stringify(await dossier.admin.call(operationLog.log, { pageSize: 50 }))).not.toContain('evil.example');
  });

  it('is one plain address of the domain, in any case', async () => {
    const { token } = await share({ recipients: ['@Partner.example'] });
    const bob = await prove(token, ' Bob@PARTNER.example ');
    expect((await bob.call(links.info, { token })).visitor).toBe('bob@partner.example');
    const before = mail.letters.length;
    await dossier.nobody.call(links.open, { token, mail: 'bob@partner.example.evil.example' });
    await dossier.drain();
    expect(mail.letters.slice(before)).toEqual([]);
  });

  it('is not another spelling of a revoked one', async () => {
    const { token, id } = await share({ recipients: ['@partner.example'] });
    const [bob, tagged] = [await prove(token, 'bob@partner.example'), await prove(token, 'bob+2@partner.example')];
    await shutOut(id, 'bob@partner.example');
    for (const session of [bob, tagged]) expect(await session.refused(links.items, { token })).toBe(503);
    const spellings = ['"bob"@', '<bob@', 'x <bob@', '(x)bob@', ',bob@', '\u200Bbob@', 'ｂob@', 'bob+1@', 'BOB@', 'Bob+3+4@'];
    const before = mail.letters.length;
    const answerTo = async (spelling: string): Promise<[string, number]> => {
      const { text } = await dossier.nobody.raw(links.open, { token, mail: `${spelling}partner.example` });
      return [spelling, (JSON.parse(text) as { code: number }).code];
    };
    for (const spelling of spellings) expect(await answerTo(spelling)).toEqual([spelling, /[^\w+@]/.test(spelling) ? 2036 : 200]);
    await dossier.drain();
    expect(mail.letters.slice(before)).toEqual([]);
    dossier.clock.forward(61_000);
    // others of the domain are still admitted, and a named address with a tag is meant literally
    await prove(token, 'bobby@partner.example');
    await dossier.admin.call(shares.update, { id, recipients: ['@partner.example', 'bob+work@partner.example'] });
    await prove(token, 'bob+work@partner.example');
  });
});

describe('the recipients of a share', () => {
  it.each(['ann@example.org, eve@evil.example', 'Ann <ann@example.org>', 'ann@@example.org', '"ann"@example.org', 'ann@exa mple.org'])(
    'are plain addresses, not %j',
    async (address) => {
      expect(await dossier.admin.refused(shares.create, { objIds: [folder], recipients: [address] })).toBe(5011);
      const { id } = await share({ recipients: ['@example.org'] });
      expect(await dossier.admin.refused(shares.update, { id, recipients: [address] })).toBe(5011);
      expect(await dossier.admin.refused(shares.mail, { id, to: [address] })).toBe(5011);
    },
  );
});
