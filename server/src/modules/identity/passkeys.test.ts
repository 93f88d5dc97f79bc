import { site } from '@dossier/contract/core/site';
import { account, maxPasskeys } from '@dossier/contract/identity/account';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { type TestMailServer, startMailServer } from '../../../test/mail-server.ts';
import { makeSignedIn, makeUser } from '../../../test/make.ts';
import { attempt, makeKeyHolder, stranger } from '../../../test/passkey-holder.ts';
import { codeOf, makeReader, openPost } from '../../../test/second-step.ts';
import { type SoftPasskey, type Twist, softPasskey } from '../../../test/soft-passkey.ts';

let dossier: TestServer;
let post: TestMailServer;
beforeAll(async () => {
  [dossier, post] = await Promise.all([openTestServer(), startMailServer()]);
  await dossier.admin.call(site.saveSettings, { group: 'passkeys', values: { enabled: true } });
});
afterAll(async () => {
  await dossier.close();
  await post.close();
});

const minute = 60_000;
const refusedWith = async (key: SoftPasskey) => stranger(dossier).refused(account.usePasskey, await attempt(dossier.nobody, key));

describe('a passkey', () => {
  it('signs its user in, and records its use', async () => {
    const { id, client, key } = await makeKeyHolder(dossier);
    const [before] = (await client.call(account.passkeys)).list;
    expect(before).toMatchObject({ name: 'Laptop' });
    expect(before?.lastUsed).toBeUndefined();
    const { sessionId } = await stranger(dossier).call(account.usePasskey, await attempt(dossier.nobody, key));
    const signedIn = dossier.nobody.from({ headers: { authorization: sessionId } });
    expect((await signedIn.call(session.current)).id).toBe(id);
    expect((await client.call(account.passkeys)).list[0]?.lastUsed).toBeDefined();
  });

  it('is requested without a user name, and the request stores nothing', async () => {
    const { read } = dossier.services.database;
    const count = async () =>
      Promise.all(
        (['used_ticket', 'sign_in_attempt', 'passkey'] as const).map(
          async (table) => (await read.selectFrom(table).selectAll().execute()).length,
        ),
      );
    const before = await count();
    const challenges = await Promise.all(Array.from({ length: 50 }, () => dossier.nobody.call(account.askForPasskey)));
    expect(new Set(challenges.map(({ options }) => options.challenge)).size).toBe(50);
    expect(challenges[0]?.options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(Object.keys(challenges[0]?.options ?? {})).not.toContain('allowCredentials');
    expect(await count()).toEqual(before);
  });

  it('counts as both factors', async () => {
    await openPost(dossier, post, { secondStep: 'required' });
    const reader = await makeReader(dossier);
    const own = softPasskey();
    const validated = await dossier.nobody.call(session.login, { loginName: reader.loginName, password: reader.password });
    expect(validated.validate).toBeDefined();
    await dossier.admin.call(site.saveSettings, { group: 'signIn', values: { secondStep: 'off' } });
    const client = await dossier.as(reader);
    await dossier.admin.call(site.saveSettings, { group: 'signIn', values: { secondStep: 'required' } });
    const { ticket, options } = await client.call(account.beginPasskey, { password: reader.password });
    await client.call(account.addPasskey, { ticket, made: own.make(options), name: 'Phone' });
    const answer = await stranger(dossier).call(account.usePasskey, await attempt(dossier.nobody, own));
    expect((await dossier.nobody.from({ headers: { authorization: answer.sessionId } }).call(session.current)).id).toBe(reader.id);
    await dossier.admin.call(site.saveSettings, { group: 'signIn', values: {} });
  });

  it('notifies its user by message and mail when added and removed', async () => {
    await openPost(dossier, post);
    const reader = await makeReader(dossier);
    const client = await dossier.as(reader);
    const { ticket, options } = await client.call(account.beginPasskey, { password: reader.password });
    const { id } = await client.call(account.addPasskey, { ticket, made: softPasskey().make(options), name: 'Kitchen tablet' });
    await client.call(account.removePasskey, { id, password: reader.password });
    await dossier.drain();
    const letters = post.letters.filter((letter) => letter.to.includes(reader.mail)).slice(-2);
    for (const letter of letters) expect(letter.text).toContain('Kitchen tablet');
    expect(letters).toHaveLength(2);
    const { list } = await client.call(messages.unread);
    expect(list.map((one) => one.msgType)).toEqual([30, 29]);
    expect(list[0]?.content).toContain('Kitchen tablet');
  });
});

describe('adding a passkey', () => {
  it('needs the own password, or a recent sign-in of users without one', async () => {
    const made = await makeSignedIn(dossier);
    expect(await made.client.refused(account.beginPasskey, { password: 'wrong-one' })).toBe(2004);
    expect(await made.client.refused(account.beginPasskey)).toBe(2004);
    await dossier.services.database.write((db) =>
      db.updateTable('person').set({ password_hash: '' }).where('id', '=', Number(made.id)).execute(),
    );
    const { ticket, options } = await made.client.call(account.beginPasskey);
    const { id } = await made.client.call(account.addPasskey, { ticket, made: softPasskey().make(options) });
    dossier.clock.forward(11 * minute);
    expect(await made.client.refused(account.beginPasskey)).toBe(2045);
    expect(await made.client.refused(account.removePasskey, { id })).toBe(2045);
  });

  it('is limited to one user, one session, one use and five minutes', async () => {
    const made = await makeSignedIn(dossier);
    const other = await makeSignedIn(dossier);
    const sameElsewhere = await dossier.as(made);
    const key = softPasskey();
    const { ticket, options } = await made.client.call(account.beginPasskey, { password: made.password });
    const given = { ticket, made: key.make(options), name: 'x' };
    expect(await other.client.refused(account.addPasskey, given)).toBe(2044);
    expect(await sameElsewhere.refused(account.addPasskey, given)).toBe(2044);
    expect(await made.client.refused(account.addPasskey, { ...given, ticket: `${ticket}x` })).toBe(2044);
    await made.client.call(account.addPasskey, given);
    expect(await made.client.refused(account.addPasskey, { ...given, made: softPasskey().make(options) })).toBe(2044);
    const late = await made.client.call(account.beginPasskey, { password: made.password });
    dossier.clock.forward(5 * minute + 1000);
    expect(await made.client.refused(account.addPasskey, { ticket: late.ticket, made: softPasskey().make(late.options) })).toBe(2044);
  });

  it('accepts nothing that was not requested', async () => {
    const { client, password, key } = await makeKeyHolder(dossier);
    const begun = await client.call(account.beginPasskey, { password });
    expect(begun.options).toMatchObject({
      rp: { id: 'localhost' },
      excludeCredentials: [{ id: key.id }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    const twists: Twist[] = [
      { origin: 'http://localhost.example.org' },
      { origin: 'http://localhost:81' },
      { rpId: 'example.org' },
      { challenge: 'AAAA' },
      { unverified: true },
      { type: 'webauthn.get' },
    ];
    for (const twist of twists) {
      const given = { ticket: begun.ticket, made: softPasskey().make(begun.options, twist) };
      expect(await client.refused(account.addPasskey, given), JSON.stringify(twist)).toBe(2043);
    }
    // a key belongs to one user: it is neither added again, nor for another user
    expect(await client.refused(account.addPasskey, { ticket: begun.ticket, made: key.make(begun.options) })).toBe(2043);
    const thief = await makeSignedIn(dossier);
    const theirs = await thief.client.call(account.beginPasskey, { password: thief.password });
    const taken = softPasskey({ id: key.id }).make(theirs.options);
    expect(await thief.client.refused(account.addPasskey, { ticket: theirs.ticket, made: taken })).toBe(2043);
    expect((await client.call(account.passkeys)).list).toHaveLength(1);
  });

  it('defaults to the browser’s name, and stops at a limit', async () => {
    const made = await makeUser(dossier);
    const agent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
    const { sessionId } = await dossier.nobody.from({ headers: { 'user-agent': agent } }).call(session.login, made);
    const client = dossier.nobody.from({ headers: { authorization: sessionId } });
    const early = await client.call(account.beginPasskey, { password: made.password });
    for (let n = 0; n < maxPasskeys; n++) {
      const { ticket, options } = await client.call(account.beginPasskey, { password: made.password });
      await client.call(account.addPasskey, { ticket, made: softPasskey().make(options) });
    }
    expect((await client.call(account.passkeys)).list.map((one) => one.name)).toEqual(Array(maxPasskeys).fill('Chrome · Windows'));
    expect(await client.refused(account.beginPasskey, { password: made.password })).toBe(2047);
    expect(await client.refused(account.addPasskey, { ticket: early.ticket, made: softPasskey().make(early.options) })).toBe(2047);
  });
});

describe('the own passkeys', () => {
  it('are renamed and removed by their user only, removed with the password', async () => {
    const { client, password, key, passkeyId: id } = await makeKeyHolder(dossier);
    const other = await makeKeyHolder(dossier);
    expect((await other.client.call(account.passkeys)).list.map((one) => one.id)).toEqual([other.passkeyId]);
    expect(await other.client.refused(account.renamePasskey, { id, name: 'Mine' })).toBe(2046);
    expect(await other.client.refused(account.removePasskey, { id, password: other.password })).toBe(2046);
    expect(await client.refused(account.renamePasskey, { id, name: '  ' })).toBe(400);
    await client.call(account.renamePasskey, { id, name: ' Work laptop ' });
    expect((await client.call(account.passkeys)).list).toMatchObject([{ id, name: 'Work laptop' }]);
    expect(await client.refused(account.removePasskey, { id, password: 'wrong-one' })).toBe(2004);
    await client.call(account.removePasskey, { id, password });
    expect((await client.call(account.passkeys)).list).toEqual([]);
    expect(await refusedWith(key)).toBe(2043);
    expect(await client.refused(account.removePasskey, { id, password })).toBe(2046);
  });

  it('are reset with the second factor by an administrator', async () => {
    const { id, client, key } = await makeKeyHolder(dossier);
    await dossier.admin.call(people.resetSecondStep, { id });
    expect((await client.call(account.passkeys)).list).toEqual([]);
    expect(await refusedWith(key)).toBe(2043);
  });
});

describe('a new password', () => {
  it('removes the passkeys after a reset, and notifies the user', async () => {
    await openPost(dossier, post);
    const holder = await makeKeyHolder(dossier);
    const mail = `${holder.loginName}@example.org`;
    await dossier.admin.call(people.updateUser, { id: holder.id, mail });
    await dossier.admin.call(people.resetPassword, { id: holder.id, newPwd: 'brand-new-pass-9' });
    expect(await refusedWith(holder.key)).toBe(2043);
    const client = await dossier.as({ ...holder, password: 'brand-new-pass-9' });
    expect((await client.call(account.passkeys)).list).toEqual([]);
    await dossier.drain();
    expect((await client.call(messages.unread)).list.map((one) => one.msgType)).toContain(msgType.passkeysReset);
    // the letter about the key that was added may have found the address already
    const letters = post.letters.filter((letter) => letter.to.includes(mail)).map(({ text }) => text);
    expect(letters.join('\n')).toContain('your passkeys were removed');
  });

  it('removes them after a forgotten password too', async () => {
    await openPost(dossier, post, { forgotPassword: true });
    const holder = await makeKeyHolder(dossier);
    const mail = `${holder.loginName}@example.org`;
    await dossier.admin.call(people.updateUser, { id: holder.id, mail });
    // the letter about the new address goes before the one with the code
    await dossier.drain();
    const client = stranger(dossier);
    const { captchaId = '' } = await client.call(session.captcha, { loginName: holder.loginName, always: true });
    const shown = dossier.services.database.read.selectFrom('captcha').select('answer').where('id', '=', captchaId);
    const captcha = (await shown.executeTakeFirstOrThrow()).answer;
    const { validateId } = await client.call(account.askReset, { loginName: holder.loginName, captchaId, captcha });
    const { ticket } = await client.call(account.checkReset, { validateId, validateCode: await codeOf(dossier, post, mail) });
    await client.call(account.resetForgotten, { ticket, newPwd: 'brand-new-pass-9' });
    expect(await refusedWith(holder.key)).toBe(2043);
  });

  it('keeps them when changed with the former one', async () => {
    const { client, password, key } = await makeKeyHolder(dossier);
    await client.call(session.changePassword, { oldPwd: password, newPwd: 'brand-new-pass-9' });
    const { sessionId } = await stranger(dossier).call(account.usePasskey, await attempt(dossier.nobody, key));
    expect(sessionId).toBeDefined();
  });
});
