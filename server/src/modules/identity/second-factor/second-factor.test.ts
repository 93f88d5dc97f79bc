import { site } from '@dossier/contract/core/site';
import { account } from '@dossier/contract/identity/account';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticatorCode } from '../../../../test/authenticator-code.ts';
import { clientOf } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { type TestMailServer, startMailServer } from '../../../../test/mail-server.ts';
import { type Made, makeUser } from '../../../../test/make.ts';
import { codeOf, makeReader, openPost, otherThan, passPassword, setMail } from '../../../../test/second-step.ts';

let dossier: TestServer;
let post: TestMailServer;
beforeAll(async () => {
  [dossier, post] = await Promise.all([openTestServer(), startMailServer()]);
  await openPost(dossier, post, { secondStep: 'required' });
});
afterAll(async () => {
  await dossier.close();
  await post.close();
});

const minute = 60_000;
const policy = (secondStep: string) => dossier.admin.call(site.saveSettings, { group: 'signIn', values: { secondStep } });
const through = (made: Made) => passPassword(dossier, made);
const signedInAs = async (token: string) => (await clientOf(dossier.server, token).call(session.current)).loginName;

describe('the second factor by mail', () => {
  it('turns the ticket into the session, and authorises nothing before', async () => {
    const made = await makeReader(dossier);
    const { client, step, validate } = await through(made);
    expect(validate).toMatchObject({ channel: 'mail', sentTo: expect.stringMatching(/^r\*\*\*@example\.org$/) });
    for (const route of [session.current, account.devices]) expect(await clientOf(dossier.server, step.sessionId).refused(route)).toBe(501);
    expect(await clientOf(dossier.server, step.sessionId).refused(session.setLang, { value: 'ja' })).toBe(501);
    const code = await codeOf(dossier, post, made.mail);
    expect(await client.call(session.msgLogin, { ...step, validateCode: code })).toEqual({ sessionId: step.sessionId });
    expect(await signedInAs(step.sessionId)).toBe(made.loginName);
    // a second time is refused
    expect(await client.refused(session.msgLogin, { ...step, validateCode: code })).toBe(2018);
  });

  it('stores neither the code nor the ticket in plain text', async () => {
    const made = await makeReader(dossier);
    const { step } = await through(made);
    const code = await codeOf(dossier, post, made.mail);
    const rows = JSON.stringify(await dossier.services.database.read.selectFrom('verification').selectAll().execute());
    expect(rows).not.toContain(code);
    expect(rows).not.toContain(step.sessionId);
    expect(rows).toContain('$argon2id$');
  });

  it('needs ticket, step and code of the same sign-in', async () => {
    const [one, two] = [await makeReader(dossier), await makeReader(dossier)];
    const [mine, theirs] = [await through(one), await through(two)];
    const code = await codeOf(dossier, post, one.mail);
    const mixed = [
      { ...mine.step, sessionId: theirs.step.sessionId },
      { ...mine.step, sessionId: '' },
      { ...mine.step, validateId: 'none' },
      { sessionId: theirs.step.sessionId, validateId: mine.step.validateId },
    ];
    for (const step of mixed) expect(await mine.client.refused(session.msgLogin, { ...step, validateCode: code })).toBe(2018);
    expect(
      await theirs.client.refused(session.msgLogin, { ...theirs.step, validateCode: otherThan(await codeOf(dossier, post, two.mail)) }),
    ).toBe(2017);
    // none of these used an attempt of the first
    await mine.client.call(session.msgLogin, { ...mine.step, validateCode: code });
  });

  it('ends after five wrong codes, also concurrent ones', async () => {
    const made = await makeReader(dossier);
    const { client, step } = await through(made);
    const code = await codeOf(dossier, post, made.mail);
    const wrong = { ...step, validateCode: otherThan(code) };
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.refused(session.msgLogin, wrong)));
    expect(answers.toSorted((a, b) => a - b)).toEqual([2017, 2017, 2017, 2017, 2017, 2018, 2018, 2018]);
    expect(await client.refused(session.msgLogin, { ...step, validateCode: code })).toBe(2018);
  });

  it('expires after ten minutes', async () => {
    const made = await makeReader(dossier);
    const [{ client, step }, later] = [await through(made), await through(made)];
    dossier.clock.forward(9 * minute);
    const code = await codeOf(dossier, post, made.mail);
    await later.client.call(session.msgLogin, { ...later.step, validateCode: code });
    dossier.clock.forward(1.1 * minute);
    expect(await client.refused(session.msgLogin, { ...step, validateCode: code })).toBe(2018);
  });

  it('counts wrong codes like wrong passwords: new codes allow no further guesses', async () => {
    const made = await makeReader(dossier);
    let refusals = 0;
    for (let n = 0; n < 3; n++) {
      const { client, step } = await passPassword(dossier, made).catch(() => ({ client: undefined, step: undefined }));
      if (client === undefined) break;
      const validateCode = otherThan(await codeOf(dossier, post, made.mail));
      for (let tries = 0; tries < 5; tries++) if ((await client.refused(session.msgLogin, { ...step, validateCode })) === 2017) refusals++;
    }
    // after three failures the sign-in requires a captcha too, and after ten it is locked
    expect(refusals).toBeLessThanOrEqual(10);
    expect(refusals).toBeGreaterThan(0);
    const { loginName, password } = made;
    expect([2006, 2015]).toContain(await dossier.nobody.from({ address: '10.4.0.1' }).refused(session.login, { loginName, password }));
  });

  it('resends a code on request, not at once, and six in a quarter of an hour', async () => {
    const made = await makeReader(dossier);
    const { client, step } = await through(made);
    const first = await codeOf(dossier, post, made.mail);
    expect(await client.refused(session.resendCode, step)).toBe(502);
    expect(await client.refused(session.resendCode, { ...step, sessionId: 'x' })).toBe(2018);
    for (let n = 0; n < 5; n++) {
      dossier.clock.forward(31_000);
      await client.call(session.resendCode, step);
    }
    dossier.clock.forward(31_000);
    expect(await client.refused(session.resendCode, step)).toBe(502);
    const last = await codeOf(dossier, post, made.mail);
    if (first !== last) expect(await client.refused(session.msgLogin, { ...step, validateCode: first })).toBe(2017);
    await client.call(session.msgLogin, { ...step, validateCode: last });
  });

  it('ends with the password it followed, and with the account', async () => {
    const [changed, disabled] = [await makeReader(dossier), await makeReader(dossier)];
    const [one, two] = [await through(changed), await through(disabled)];
    await dossier.admin.call(people.resetPassword, { id: changed.id, newPwd: 'another-pass-1' });
    await dossier.admin.call(people.updateUser, { id: disabled.id, enabled: false });
    for (const [{ client, step }, made] of [
      [one, changed],
      [two, disabled],
    ] as const)
      expect(await client.refused(session.msgLogin, { ...step, validateCode: await codeOf(dossier, post, made.mail) })).toBe(2018);
  });

  it('applies to the users that the site chooses', async () => {
    const [reader, plain] = [await makeReader(dossier), await makeUser(dossier)];
    const token = (await dossier.nobody.call(session.login, plain)).sessionId;
    expect(await signedInAs(token)).toBe(plain.loginName);
    await policy('optional');
    const client = await dossier.as(reader);
    expect(await client.refused(account.setMailStep, { on: true, password: 'wrong-one' })).toBe(2004);
    await client.call(account.setMailStep, { on: true, password: reader.password });
    await through(reader);
    expect(await (await dossier.as(plain)).refused(account.setMailStep, { on: true, password: plain.password })).toBe(2035);
    await setMail(dossier, reader.id, '');
    expect((await dossier.nobody.call(session.login, reader)).validate).toBeUndefined();
    await policy('off');
    expect(await client.refused(account.setMailStep, { on: true, password: reader.password })).toBe(1009);
    expect((await dossier.nobody.call(session.login, await makeReader(dossier))).validate).toBeUndefined();
    await policy('required');
  });
});

describe('the second factor by authenticator', () => {
  /** A user with an active authenticator. */
  async function withAuthenticator() {
    await policy('optional');
    const made = await makeUser(dossier);
    const client = await dossier.as(made);
    const { secret, uri, image } = await client.call(account.beginTotp, { password: made.password });
    expect(uri).toContain(secret);
    expect(image).toMatch(/^data:image\/svg/);
    const codeAt = (shift = 0) => authenticatorCode(secret, dossier.clock.now() + shift);
    const { recoveryCodes } = await client.call(account.confirmTotp, { validateCode: await codeAt() });
    dossier.clock.forward(31_000);
    return { made, client, codeAt, recoveryCodes };
  }
  const give = async (made: Made, validateCode: string) => {
    const { client, step, validate } = await through(made);
    expect(validate).toMatchObject({ channel: 'totp', sentTo: '' });
    return client.refused(session.msgLogin, { ...step, validateCode }).catch(() => 200);
  };

  it('is active once confirmed, not before', async () => {
    await policy('optional');
    const made = await makeUser(dossier);
    const client = await dossier.as(made);
    expect(await client.refused(account.confirmTotp, { validateCode: '123456' })).toBe(2017);
    expect(await client.refused(account.beginTotp, { password: 'wrong-one' })).toBe(2004);
    const { secret } = await client.call(account.beginTotp, { password: made.password });
    expect((await dossier.nobody.call(session.login, made)).validate).toBeUndefined();
    const code = await authenticatorCode(secret, dossier.clock.now());
    expect(await client.refused(account.confirmTotp, { validateCode: otherThan(code) })).toBe(2017);
    const { recoveryCodes } = await client.call(account.confirmTotp, { validateCode: code });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await client.call(account.detail)).toMatchObject({ totp: true, recoveryCodes: 10, policy: 'optional' });
    // the code used for confirmation is spent
    expect(await give(made, code)).toBe(2017);
    // an active one is not silently replaced
    expect(await client.refused(account.beginTotp, { password: made.password })).toBe(1003);
  });

  it('accepts the code of this half minute and its neighbours, each once', async () => {
    const { made, codeAt } = await withAuthenticator();
    dossier.clock.forward(60 * minute);
    expect(await give(made, await codeAt(-65_000))).toBe(2017);
    expect(await give(made, await codeAt(65_000))).toBe(2017);
    expect(await give(made, await codeAt(-30_000))).toBe(200);
    expect(await give(made, await codeAt(-30_000))).toBe(2017);
    const now = await codeAt();
    const [one, two] = [await through(made), await through(made)];
    const both = await Promise.all(
      [one, two].map(({ client, step }) => client.refused(session.msgLogin, { ...step, validateCode: now }).catch(() => 200)),
    );
    expect(both.toSorted((a, b) => a - b)).toEqual([200, 2017]);
  });

  it('accepts recovery codes instead, each once, until there are new ones', async () => {
    const { made, client, recoveryCodes } = await withAuthenticator();
    const [first = '', second = '', third = ''] = recoveryCodes;
    const kept = JSON.stringify(await dossier.services.database.read.selectFrom('recovery_code').selectAll().execute());
    expect(kept).not.toContain(first.replace('-', ''));
    expect(await give(made, first)).toBe(200);
    expect(await give(made, first)).toBe(2017);
    expect(await give(made, second.toLowerCase().replace('-', ' '))).toBe(200);
    expect(await client.call(account.detail)).toMatchObject({ recoveryCodes: 8 });
    expect(await client.refused(account.newRecoveryCodes, { password: 'wrong-one' })).toBe(2004);
    const renewed = await client.call(account.newRecoveryCodes, { password: made.password });
    expect(await give(made, third)).toBe(2017);
    expect(await give(made, renewed.recoveryCodes[0] ?? '')).toBe(200);
  });

  it('keeps at most ten pending steps of a user, with the account’s name', async () => {
    const { made } = await withAuthenticator();
    for (let n = 0; n < 12; n++)
      await dossier.nobody.call(session.login, { loginName: ` ${made.loginName.toUpperCase()}  `, password: made.password });
    const { read } = dossier.services.database;
    const rows = await read.selectFrom('verification').select('facts').where('person_id', '=', Number(made.id)).execute();
    expect(rows).toHaveLength(10);
    for (const { facts } of rows) expect(JSON.parse(facts)).toMatchObject({ loginName: made.loginName });
    const over = { loginName: 'x'.repeat(301), password: 'x' };
    expect(await dossier.nobody.refused(session.login, over)).toBe(400);
    expect(await dossier.nobody.refused(session.login, { loginName: made.loginName, password: 'x'.repeat(1025) })).toBe(400);
  });

  it('is removed with the password, or by an administrator', async () => {
    const { made, client } = await withAuthenticator();
    expect(await client.refused(account.removeTotp, { password: 'wrong-one' })).toBe(2004);
    await client.call(account.removeTotp, { password: made.password });
    expect((await dossier.nobody.call(session.login, made)).validate).toBeUndefined();
    const other = await withAuthenticator();
    expect(await client.refused(people.resetSecondStep, { id: other.made.id })).toBe(1011);
    await dossier.admin.call(people.resetSecondStep, { id: other.made.id });
    expect((await dossier.nobody.call(session.login, other.made)).validate).toBeUndefined();
    expect(await other.client.call(account.detail)).toMatchObject({ totp: false, recoveryCodes: 0 });
    const { id } = await dossier.admin.call(session.current);
    expect(await dossier.admin.refused(people.resetSecondStep, { id })).toBe(2027);
    expect(await dossier.admin.refused(people.resetSecondStep, { id: '99' })).toBe(2002);
  });
});
