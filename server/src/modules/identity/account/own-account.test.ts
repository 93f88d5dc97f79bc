import { createHash } from 'node:crypto';
import { site } from '@dossier/contract/core/site';
import { account } from '@dossier/contract/identity/account';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { cpuTime } from '../../../../test/cpu-time.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { type TestMailServer, startMailServer } from '../../../../test/mail-server.ts';
import { makeSignedIn, makeUser } from '../../../../test/make.ts';
import { proveMail } from '../../../../test/other-organisation.ts';
import { codeOf, makeReader, openPost, otherThan, passPassword } from '../../../../test/second-step.ts';

let dossier: TestServer;
let post: TestMailServer;
beforeAll(async () => {
  [dossier, post] = await Promise.all([openTestServer(), startMailServer()]);
  await openPost(dossier, post, { forgotPassword: true });
});
afterAll(async () => {
  await dossier.close();
  await post.close();
});

const minute = 60_000;
let addresses = 0;
const elsewhere = (): Client => dossier.nobody.from({ address: `10.5.0.${++addresses}` });

const ask = async (client: Client, loginName: string) => {
  const { captchaId = '' } = await client.call(session.captcha, { loginName, always: true });
  const row = await dossier.services.database.read.selectFrom('captcha').selectAll().where('id', '=', captchaId).executeTakeFirstOrThrow();
  return client.raw(account.askReset, { loginName, captchaId, captcha: row.answer });
};
const stepOf = async (client: Client, loginName: string) =>
  (JSON.parse((await ask(client, loginName)).text) as { data: { validateId: string } }).data.validateId;

describe('the own mail address', () => {
  const isProven = async (id: string) =>
    (await dossier.services.database.read.selectFrom('person').select('mail_proven').where('id', '=', Number(id)).executeTakeFirst())
      ?.mail_proven === 1;

  it('is verified by a code sent to it, whatever the code was for', async () => {
    const [own, forgetful, second] = [await makeReader(dossier), await makeReader(dossier), await makeReader(dossier)];
    for (const made of [own, forgetful, second]) expect(await isProven(made.id)).toBe(false);
    const client = await dossier.as(own);
    const { validateId } = await client.call(account.askMail, { mail: own.mail, password: own.password });
    await client.call(account.confirmMail, { validateId, validateCode: await codeOf(dossier, post, own.mail) });
    expect(await isProven(own.id)).toBe(true);
    const requester = elsewhere();
    const reset = await stepOf(requester, forgetful.loginName);
    await requester.call(account.checkReset, { validateId: reset, validateCode: await codeOf(dossier, post, forgetful.mail) });
    expect(await isProven(forgetful.id)).toBe(true);
    await dossier.admin.call(site.saveSettings, { group: 'signIn', values: { forgotPassword: true, secondStep: 'optional' } });
    await (await dossier.as(second)).call(account.setMailStep, { on: true, password: second.password });
    const passed = await passPassword(dossier, second);
    const validateCode = await codeOf(dossier, post, second.mail);
    await passed.client.call(session.msgLogin, { ...passed.step, validateCode });
    expect(await isProven(second.id)).toBe(true);
    await dossier.admin.call(people.updateUser, { id: own.id, mail: 'elsewhere@example.org' });
    expect(await isProven(own.id)).toBe(false);
  });

  it('is not verified by a code that was sent elsewhere', async () => {
    const [made, other] = [await makeReader(dossier), await makeReader(dossier)];
    await dossier.admin.call(site.saveSettings, { group: 'signIn', values: { forgotPassword: true, secondStep: 'optional' } });
    for (const one of [made, other]) await (await dossier.as(one)).call(account.setMailStep, { on: true, password: one.password });
    const passed = await passPassword(dossier, made);
    const validateCode = await codeOf(dossier, post, made.mail);
    await dossier.admin.call(people.updateUser, { id: made.id, mail: 'victim@example.org' });
    await passed.client.call(session.msgLogin, { ...passed.step, validateCode });
    expect(await isProven(made.id)).toBe(false);
    const again = await passPassword(dossier, other);
    await dossier.admin.call(people.updateUser, { id: other.id, mail: 'reader-of-codes@example.org' });
    dossier.clock.forward(minute);
    expect(await again.client.refused(session.resendCode, again.step)).toBe(2018);
    await dossier.admin.call(site.saveSettings, { group: 'signIn', values: { forgotPassword: true } });
  });

  it('changes once its code is entered, and the former address is notified', async () => {
    const made = await makeReader(dossier);
    const client = await dossier.as(made);
    const { validateId } = await client.call(account.askMail, { mail: 'new@example.org', password: made.password });
    expect((await client.call(account.detail)).mail).toBe(made.mail);
    const code = await codeOf(dossier, post, 'new@example.org');
    expect(await client.refused(account.confirmMail, { validateId, validateCode: otherThan(code) })).toBe(2017);
    const other = await makeSignedIn(dossier);
    expect(await other.client.refused(account.confirmMail, { validateId, validateCode: code })).toBe(2018);
    await client.call(account.confirmMail, { validateId, validateCode: code });
    expect((await client.call(account.detail)).mail).toBe('new@example.org');
    await dossier.drain();
    expect(post.letters.at(-1)).toMatchObject({ to: [made.mail], text: expect.stringContaining('new@example.org') });
    expect(await client.refused(account.confirmMail, { validateId, validateCode: code })).toBe(2018);
  });

  it('is refused with a wrong password, none, or one of another user', async () => {
    const [made, taken] = [await makeReader(dossier), await makeReader(dossier)];
    const client = await dossier.as(made);
    expect(await client.refused(account.askMail, { mail: 'x@example.org', password: 'wrong-one' })).toBe(2004);
    expect(await client.refused(account.askMail, { mail: 'x', password: made.password })).toBe(2036);
    expect(await client.refused(account.askMail, { mail: ' ', password: made.password })).toBe(2035);
    await proveMail(dossier, taken.id);
    const { validateId } = await client.call(account.askMail, { mail: taken.mail, password: made.password });
    // only a reader of the address learns that it is taken
    expect(await client.refused(account.confirmMail, { validateId, validateCode: await codeOf(dossier, post, taken.mail) })).toBe(2037);
  });
});

describe('a forgotten password', () => {
  it('is replaced with a code, which ends all sessions and lifts a lock', async () => {
    const made = await makeReader(dossier);
    const before = await dossier.as(made);
    const client = elsewhere();
    const validateId = await stepOf(client, made.loginName);
    const validateCode = await codeOf(dossier, post, made.mail);
    const { ticket } = await client.call(account.checkReset, { validateId, validateCode });
    expect(await client.refused(account.checkReset, { validateId, validateCode })).toBe(2018);
    const set = { ticket, newPwd: 'my-new-pass-1', confirmPwd: 'my-new-pass-1' };
    expect(await client.refused(account.resetForgotten, { ...set, confirmPwd: 'other' })).toBe(2013);
    expect(await client.refused(account.resetForgotten, { ...set, newPwd: 'x', confirmPwd: 'x' })).toBe(2009);
    expect(await client.refused(account.resetForgotten, { ticket, newPwd: made.password })).toBe(2012);
    await client.call(account.resetForgotten, set);
    expect(await before.refused(session.current)).toBe(501);
    expect(await client.refused(session.login, made)).toBe(2003);
    await dossier.as({ ...made, password: set.newPwd });
    // the token was for one password
    expect(await client.refused(account.resetForgotten, { ...set, newPwd: 'my-new-pass-2', confirmPwd: undefined })).toBe(2042);
  });

  it('refuses expired or forged tokens, and wrong or expired codes', async () => {
    const made = await makeReader(dossier);
    const client = elsewhere();
    const validateId = await stepOf(client, made.loginName);
    const code = await codeOf(dossier, post, made.mail);
    expect(await client.refused(account.checkReset, { validateId, validateCode: otherThan(code) })).toBe(2017);
    const { ticket } = await client.call(account.checkReset, { validateId, validateCode: code });
    for (const forged of [`${ticket}x`, 'x.y', '', made.id])
      expect(await client.refused(account.resetForgotten, { ticket: forged, newPwd: 'my-new-pass-1' })).toBe(2042);
    dossier.clock.forward(11 * minute);
    expect(await client.refused(account.resetForgotten, { ticket, newPwd: 'my-new-pass-1' })).toBe(2042);
    const late = await stepOf(client, made.loginName);
    const lateCode = await codeOf(dossier, post, made.mail);
    dossier.clock.forward(11 * minute);
    expect(await client.refused(account.checkReset, { validateId: late, validateCode: lateCode })).toBe(2018);
  });

  it('accepts no token made by a reader of the database', async () => {
    const made = await makeReader(dossier);
    const client = elsewhere();
    const validateId = await stepOf(client, made.loginName);
    const { ticket } = await client.call(account.checkReset, { validateId, validateCode: await codeOf(dossier, post, made.mail) });
    const { read } = dossier.services.database;
    const person = await read.selectFrom('person').select('password_hash').where('id', '=', Number(made.id)).executeTakeFirstOrThrow();
    const step = await read.selectFrom('verification').selectAll().where('person_id', '=', Number(made.id)).executeTakeFirstOrThrow();
    expect(JSON.stringify(step)).not.toContain(ticket.split('.')[1]);
    const mark = createHash('sha256').update(person.password_hash).digest('base64url');
    const forged = [dossier.services.tickets.sign('reset', { id: Number(made.id), mark }, 600), `${step.id}.${step.code_hash}`, step.id];
    for (const one of forged) expect(await client.refused(account.resetForgotten, { ticket: one, newPwd: 'my-new-pass-1' })).toBe(2042);
    await client.call(account.resetForgotten, { ticket, newPwd: 'my-new-pass-1' });
    expect(await client.refused(account.resetForgotten, { ticket, newPwd: 'my-new-pass-2' })).toBe(2042);
  });

  it('needs a captcha, each used once', async () => {
    const client = elsewhere();
    const { captchaId = '', required } = await client.call(session.captcha, { loginName: 'x', always: true });
    expect(required).toBe(true);
    expect(await client.refused(account.askReset, { loginName: 'x', captchaId, captcha: 'abcdef' })).toBe(2016);
    expect(await client.refused(account.askReset, { loginName: 'x', captchaId: 'none', captcha: '1' })).toBe(2016);
  });

  it('discloses no accounts, by answers or by time', async () => {
    const known = await Promise.all(Array.from({ length: 5 }, () => makeReader(dossier)));
    const plain = await makeUser(dossier);
    const disabled = await makeReader(dossier);
    await dossier.admin.call(people.updateUser, { id: disabled.id, enabled: false });
    // interleaved, so that other load on the machine affects all of them
    const turns = known.flatMap((made, n) => [made.loginName, `nobody${n}`]);
    const names = [...turns, plain.loginName, disabled.loginName];
    const times = new Map<string, number>();
    for (const loginName of names) {
      const client = elsewhere();
      // mails are written after the answer
      await dossier.drain();
      let answer = { status: 0, text: '' };
      times.set(loginName, await cpuTime(async () => void (answer = await ask(client, loginName))));
      const { status, text } = answer;
      const { code, message, data } = JSON.parse(text) as { code: number; message: string; data: { validateId: string } };
      expect([status, code, message, Object.keys(data)]).toEqual([200, 200, 'OK', ['validateId']]);
      const { validateId } = data;
      const answers: number[] = [];
      for (let n = 0; n < 6; n++) answers.push(await client.refused(account.checkReset, { validateId, validateCode: 'wrong1' }));
      expect([loginName, ...answers]).toEqual([loginName, 2017, 2017, 2017, 2017, 2017, 2018]);
    }
    const median = (of: boolean) =>
      turns
        .filter((name) => name.startsWith('nobody') !== of)
        .map((name) => times.get(name) ?? 0)
        .toSorted((a, b) => a - b)[2] ?? 0;
    const ratio = median(true) / median(false);
    expect(ratio).toBeGreaterThan(0.4);
    expect(ratio).toBeLessThan(2.5);
    await dossier.drain();
    expect(post.letters.flatMap(({ to }) => to)).not.toContain(disabled.mail);
  });

  it('sends six mails in a quarter of an hour, and answers the same afterwards', async () => {
    const made = await makeReader(dossier);
    for (let n = 0; n < 8; n++) expect((await ask(elsewhere(), made.loginName)).status).toBe(200);
    await dossier.drain();
    expect(post.letters.filter(({ to }) => to.includes(made.mail))).toHaveLength(6);
  });

  it('compares a password with the old one five times per token, and lifts no block of an address', async () => {
    const made = await makeReader(dossier);
    const client = elsewhere();
    const ticketOf = async () => {
      const validateId = await stepOf(client, made.loginName);
      return (await client.call(account.checkReset, { validateId, validateCode: await codeOf(dossier, post, made.mail) })).ticket;
    };
    const issued = await ticketOf();
    const answers: number[] = [];
    for (let n = 0; n < 6; n++) answers.push(await client.refused(account.resetForgotten, { ticket: issued, newPwd: made.password }));
    expect(answers).toEqual([2012, 2012, 2012, 2012, 2012, 2042]);
    const ticket = await ticketOf();
    for (let n = 0; n < 40; n++) await client.refused(session.login, { loginName: `guessed${n}`, password: 'x' });
    await client.call(account.resetForgotten, { ticket, newPwd: 'my-new-pass-1' });
    expect(await client.refused(session.login, { ...made, password: 'my-new-pass-1' })).toBe(502);
  });

  it('stays possible while strangers keep the account locked', async () => {
    const made = await makeReader(dossier);
    await dossier.services.database.write((db) =>
      db
        .insertInto('sign_in_attempt')
        .values({
          key: `account:${made.loginName}`,
          failures: 10,
          first_at: dossier.clock.now(),
          blocked_until: dossier.clock.now() + minute,
        })
        .execute(),
    );
    expect(await elsewhere().refused(session.login, made)).toBe(2006);
    const client = elsewhere();
    const validateId = await stepOf(client, made.loginName);
    const { ticket } = await client.call(account.checkReset, { validateId, validateCode: await codeOf(dossier, post, made.mail) });
    await client.call(account.resetForgotten, { ticket, newPwd: 'my-new-pass-1' });
    await elsewhere().call(session.login, { ...made, password: 'my-new-pass-1' });
  });

  it('counts wrong codes like wrong passwords, but separately', async () => {
    const made = await makeReader(dossier);
    for (let n = 0; n < 2; n++) {
      const client = elsewhere();
      const validateId = await stepOf(client, made.loginName);
      for (let tries = 0; tries < 5; tries++)
        expect(await client.refused(account.checkReset, { validateId, validateCode: 'wrong1' })).toBe(2017);
    }
    const client = elsewhere();
    const validateId = await stepOf(client, made.loginName);
    expect(await client.refused(account.checkReset, { validateId, validateCode: 'wrong1' })).toBe(2006);
    await elsewhere().call(session.login, made);
  });

  it('is refused where the site does not offer it', async () => {
    expect((await dossier.nobody.call(site.doors)).forgotPassword).toBe(true);
    await openPost(dossier, post, { forgotPassword: false });
    const input = { loginName: 'admin', captchaId: 'x', captcha: 'x' };
    expect(await elsewhere().refused(account.askReset, input)).toBe(1009);
    expect(await elsewhere().refused(account.checkReset, { validateId: 'x', validateCode: 'x' })).toBe(1009);
    expect(await elsewhere().refused(account.resetForgotten, { ticket: 'x', newPwd: 'my-new-pass-1' })).toBe(1009);
    expect((await dossier.nobody.call(site.doors)).forgotPassword).toBe(false);
    await openPost(dossier, post, { forgotPassword: true });
  });
});
