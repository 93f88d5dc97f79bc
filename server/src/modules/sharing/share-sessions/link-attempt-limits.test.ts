import { site } from '@dossier/contract/core/site';
import { links, shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { type TestMailServer, mailSettings, startMailServer } from '../../../../test/mail-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { type Terms, come, visitorOf } from '../../../../test/share-people.ts';

let dossier: TestServer;
let mail: TestMailServer;
let doc: string;
beforeAll(async () => {
  dossier = await openTestServer();
  mail = await startMailServer();
  await dossier.admin.call(site.saveSettings, { group: 'mail', values: mailSettings(mail.port) });
  doc = await makeDocument(dossier, dossier.admin, { parentId: await makeCabinet(dossier.admin) });
});
afterAll(async () => {
  await dossier.close();
  await mail.close();
});
// each test starts with expired counters
beforeEach(() => dossier.clock.forward(2 * 3600_000));

const share = (terms: Terms = {}) => dossier.admin.call(shares.create, { objIds: [doc], ...terms });
const from = (n: number): Client => dossier.nobody.from({ address: `203.0.113.${n}` });
const codeOf = async (client: Client, given: Parameters<typeof client.call>[1]): Promise<number> =>
  (JSON.parse((await client.raw(links.open, given)).text) as { code: number }).code;
const counted = (codes: number[]): Record<number, number> =>
  Object.fromEntries(Object.entries(Object.groupBy(codes, String)).map(([code, all]) => [code, all?.length ?? 0]));
const rowsOf = async (table: 'sign_in_attempt' | 'share_session' | 'share_event'): Promise<number> =>
  (await dossier.services.database.read.selectFrom(table).selectAll().execute()).length;

describe('one network address', () => {
  it('has sixty failed steps a minute, over all links together, in one row', async () => {
    const before = await rowsOf('sign_in_attempt');
    const tries = Array.from({ length: 150 }, (_, n) => codeOf(from(1), { token: `made-up-${n}`, password: 'x' }));
    expect(counted(await Promise.all(tries))).toEqual({ 5001: 60, 502: 90 });
    expect((await rowsOf('sign_in_attempt')) - before).toBe(1);
    const { token } = await share();
    expect(await codeOf(from(1), { token })).toBe(502);
    expect(await codeOf(from(2), { token })).toBe(200);
    dossier.clock.forward(61_000);
    expect(await codeOf(from(1), { token })).toBe(200);
  });

  it('is also limited without a password', async () => {
    const { token } = await share({ password: 'right-word' });
    const answers: number[] = [];
    for (let n = 0; n < 70; n++) answers.push(await codeOf(from(1), { token }));
    expect(counted(answers)).toEqual({ 5002: 60, 502: 10 });
  });

  it('has a hundred and fifty share sessions in ten minutes', async () => {
    const { token } = await share();
    const answers: number[] = [];
    for (let n = 0; n < 155; n++) answers.push(await codeOf(from(1), { token }));
    expect(counted(answers)).toEqual({ 200: 150, 502: 5 });
  });

  it('has fifty mails an hour, over all links together', async () => {
    const [one, other] = [await share({ recipients: ['*'] }), await share({ recipients: ['*'] })];
    const answers: number[] = [];
    for (let n = 0; n < 60; n++)
      answers.push(await codeOf(from(1), { token: n % 2 ? one.token : other.token, mail: `a${n}@b${n}.example` }));
    expect(counted(answers)).toEqual({ 200: 50, 502: 10 });
  });
});

describe('one link as a whole', () => {
  it('sends sixty mails an hour to unknown addresses; named and known ones get theirs', async () => {
    const { token } = await share({ recipients: ['@partner.example', 'ann@partner.example'] });
    await from(9).call(links.open, { token, mail: 'bob@partner.example' });
    await dossier.drain();
    await from(9).call(links.open, { token, mail: 'bob@partner.example', code: mail.codeFor('bob@partner.example') });
    const answers: number[] = [];
    for (let n = 0; n < 70; n++) answers.push(await codeOf(from(20 + (n % 5)), { token, mail: `m${n}@partner.example` }));
    expect(counted(answers)).toEqual({ 200: 59, 502: 11 });
    for (const known of ['ann', 'bob']) expect(await codeOf(from(40), { token, mail: `${known}@partner.example` })).toBe(200);
  });

  it('accepts fifty wrong codes an hour, twenty of them from one address', async () => {
    const { token } = await share({ recipients: ['@partner.example'] });
    const guess = async (network: number, box: string): Promise<number[]> => {
      await from(network).call(links.open, { token, mail: `${box}@partner.example` });
      const answers: number[] = [];
      for (let n = 0; n < 5; n++) answers.push(await codeOf(from(network), { token, mail: `${box}@partner.example`, code: '00000x' }));
      return answers;
    };
    const alone: number[] = [];
    for (let box = 0; box < 6; box++) alone.push(...(await guess(1, `alone${box}`)));
    expect(counted(alone)).toEqual({ 2017: 20, 502: 10 });
    const many: number[] = [];
    for (let network = 2; network < 12; network++) many.push(...(await guess(network, `m${network}`)));
    expect(counted(many)).toEqual({ 2017: 30, 502: 20 });
  });

  it('admits fifty users of one office within a minute, from one address', async () => {
    const [open, shut] = [await share({ password: 'right-word' }), await share({ recipients: ['@partner.example'] })];
    const office = Array.from({ length: 50 }, (_, n) => `clerk${n}@partner.example`);
    const answers: number[] = [];
    for (const address of office) {
      answers.push(await codeOf(from(1), { token: open.token, password: 'right-word' }));
      answers.push(await codeOf(from(1), { token: shut.token, mail: address }));
    }
    await dossier.drain();
    for (const address of office)
      answers.push(await codeOf(from(1), { token: shut.token, mail: address, code: mail.codeFor(address) ?? '' }));
    expect(counted(answers)).toEqual({ 200: 150 });
  });
});

describe('repeated visitor events within a minute', () => {
  it('are one row', async () => {
    const friend = await makeSignedIn(dossier);
    const { token, id } = await share({ colleagues: [{ granteeType: 'user', granteeId: friend.id }] });
    const before = await rowsOf('share_event');
    for (let n = 0; n < 5; n++) {
      const { sessionId } = await friend.client.call(shares.enter, { token });
      for (let m = 0; m < 5; m++) await visitorOf(dossier, sessionId).call(links.view, { token, id: doc });
    }
    expect((await rowsOf('share_event')) - before).toBe(2);
    dossier.clock.forward(61_000);
    const { sessionId } = await friend.client.call(shares.enter, { token });
    await visitorOf(dossier, sessionId).call(links.view, { token, id: doc });
    expect((await rowsOf('share_event')) - before).toBe(4);
    expect((await dossier.admin.call(shares.show, { id })).opens).toBe(2);
  });
});

describe('a named recipient', () => {
  it('is not blocked by others who request their code, or enter wrong ones', async () => {
    const { token } = await share({ recipients: ['ann@example.org'] });
    const given = { token, mail: 'ann@example.org' };
    await from(1).call(links.open, given);
    await dossier.drain();
    const code = mail.codeFor('ann@example.org') ?? '';
    for (const eve of [2, 3]) {
      for (let n = 0; n < 8; n++) await from(eve).call(links.open, given);
      for (let n = 0; n < 8; n++) await from(eve).refused(links.open, { ...given, code: '00000x' });
    }
    await dossier.drain();
    // the mails repeat the code, and there are no more than three of them
    expect(mail.codeFor('ann@example.org')).toBe(code);
    expect(mail.letters.filter((letter) => letter.to.includes('ann@example.org'))).toHaveLength(3);
    expect((await from(1).call(links.open, given)).codeSent).toBe(true);
    await come({ ...dossier, nobody: from(1) }, token, { mail: 'ann@example.org', code });
    // a code works once
    expect(await codeOf(from(1), { ...given, code })).toBe(2018);
  });

  it('gets another code when the last one has expired, or has had twenty attempts', async () => {
    const { token } = await share({ recipients: ['cat@example.org'] });
    const given = { token, mail: 'cat@example.org' };
    const next = async (): Promise<string> => {
      await from(1).call(links.open, given);
      await dossier.drain();
      return mail.codeFor('cat@example.org') ?? '';
    };
    const first = await next();
    dossier.clock.forward(601_000);
    const second = await next();
    const tried: number[] = [];
    for (let network = 2; network < 8; network++)
      for (let n = 0; n < 4; n++) tried.push(await codeOf(from(network), { ...given, code: '00000x' }));
    expect(counted(tried)).toEqual({ 2017: 20, 2018: 4 });
    expect(await codeOf(from(1), { ...given, code: second })).toBe(2018);
    const third = await next();
    expect(new Set([first, second, third]).size).toBe(3);
    expect(await codeOf(from(1), { ...given, code: third })).toBe(200);
  });

  it('uses a code once, with any number of concurrent requests', async () => {
    const { token } = await share({ recipients: ['dan@example.org'] });
    const given = { token, mail: 'dan@example.org' };
    await Promise.all(Array.from({ length: 5 }, () => from(1).call(links.open, given)));
    await dossier.drain();
    const code = mail.codeFor('dan@example.org') ?? '';
    const answers = await Promise.all(Array.from({ length: 5 }, () => codeOf(from(1), { ...given, code })));
    expect(counted(answers)).toMatchObject({ 200: 1, 2018: 4 });
  });
});
