import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, Refused } from '../../../../test/client.ts';
import { cpuTime } from '../../../../test/cpu-time.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { type Made, makeUser } from '../../../../test/make.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

const minute = 60_000;
let addresses = 0;
/** From an unused address. */
const elsewhere = (): Client => dossier.nobody.from({ address: `10.1.0.${++addresses}` });

/** The code of one sign-in attempt. */
const attempt = async (client: Client, { loginName, password }: { loginName: string; password: string }, more: object = {}) => {
  try {
    await client.call(session.login, { loginName, password, ...more });
    return 200;
  } catch (error) {
    if (error instanceof Refused) return error.code;
    throw error;
  }
};
/** The text of a captcha, read from the database as no program could read it from the image. */
async function readCaptcha(client: Client, loginName: string) {
  const { captchaId } = await client.call(session.captcha, { loginName });
  const row = await dossier.services.database.read.selectFrom('captcha').selectAll().where('id', '=', captchaId!).executeTakeFirstOrThrow();
  return { captchaId: captchaId!, captcha: row.answer };
}
const wrong = ({ loginName }: Made) => ({ loginName, password: 'not-this-one' });
async function failTimes(client: Client, made: Made, times: number) {
  for (let n = 0; n < times; n++) {
    const more = n < 3 ? {} : await readCaptcha(client, made.loginName);
    expect(await attempt(client, wrong(made), more)).toBe(2003);
  }
}

describe('signing in', () => {
  it('answers a session for account and password, ignoring the case of the account', async () => {
    const made = await makeUser(dossier);
    const { sessionId } = await elsewhere().call(session.login, { loginName: made.loginName.toUpperCase(), password: made.password });
    expect(sessionId).toMatch(/^[\w-]{43}$/);
    const bearer = dossier.nobody.from({ headers: { authorization: `Bearer ${sessionId}` } });
    expect(await bearer.call(session.current)).toMatchObject({ id: made.id, fullName: made.fullName });
  });

  it.each([
    ['1', '/phone-macroAnalysis'],
    ['phone', '/phone-macroAnalysis'],
    ['pad', '/pad-macroAnalysis'],
    [undefined, undefined],
  ])('with p %j answers the landing page %j', async (p, landing) => {
    const { loginName, password } = await makeUser(dossier);
    expect((await elsewhere().call(session.login, { loginName, password, p })).landing).toBe(landing);
  });

  it('renames only the seeded account in its language at the first sign-in', async () => {
    const nameOf = async (loginName: string, fullName: string) => {
      await dossier.admin.call(people.createUser, { loginName, fullName, password: 'a-pass-word-1' });
      const { sessionId } = await elsewhere().call(session.login, { loginName, password: 'a-pass-word-1', pageLang: 'cn' });
      return (await dossier.nobody.from({ headers: { authorization: sessionId } }).call(session.current)).fullName;
    };
    expect(await nameOf('seeded', 'Administrator')).toBe('管理员');
    expect(await nameOf('named', 'Anna Admin')).toBe('Anna Admin');
  });

  it('stores the language of the page at the first sign-in, unless one was set for the account', async () => {
    const langOf = async (loginName: string, lang?: 'ja') => {
      await dossier.admin.call(people.createUser, { loginName, fullName: 'Somebody', password: 'a-pass-word-1', lang });
      // the first sign-in is by a program without a page
      await elsewhere().call(session.login, { loginName, password: 'a-pass-word-1' });
      const { sessionId } = await elsewhere().call(session.login, { loginName, password: 'a-pass-word-1', pageLang: 'es' });
      await elsewhere().call(session.login, { loginName, password: 'a-pass-word-1', pageLang: 'cn' });
      return (await dossier.nobody.from({ headers: { authorization: sessionId } }).call(session.current)).lang;
    };
    expect(await langOf('unchosen')).toBe('es');
    expect(await langOf('chosen', 'ja')).toBe('ja');
  });

  it('accepts a form as well as JSON, and stores the language', async () => {
    const { loginName, password } = await makeUser(dossier);
    const form = dossier.nobody.from({ headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    const { text } = await form.raw(session.login, new URLSearchParams({ loginName, password, loginModel: '1', lang: 'ja' }).toString());
    const { data } = JSON.parse(text) as { data: { sessionId: string } };
    const reader = dossier.nobody.from({ headers: { authorization: data.sessionId } });
    expect((await reader.call(session.current)).lang).toBe('ja');
  });

  it('refuses a wrong password and an unknown account with the same code, text and time', async () => {
    const made = await makeUser(dossier);
    const timed = async (loginName: string) => {
      await dossier.drain();
      let answer = { status: 0, text: '' };
      const ms = await cpuTime(async () => void (answer = await elsewhere().raw(session.login, { loginName, password: 'not-this-one' })));
      return { ...answer, ms };
    };
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
    const times: Record<string, number[]> = { known: [], unknown: [] };
    for (let n = 0; n < 9; n++) {
      const { loginName } = n < 3 ? made : await makeUser(dossier);
      const known = await timed(loginName);
      const unknown = await timed(`nobody${n}`);
      expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
      times['known']!.push(known.ms);
      times['unknown']!.push(unknown.ms);
    }
    const ratio = median(times['known']!) / median(times['unknown']!);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it.each([
    [{ loginModel: 2 }, 2020],
    [{ loginModel: 6 }, 2020],
    [{ loginModel: 7 }, 2019],
    [{ loginModel: 0 }, 2019],
    [{ loginModel: 'x' }, 400],
    [{ lang: 'de' }, 2029],
    [{ password: undefined }, 400],
  ])('refuses %j with %i', async (change, code) => {
    expect(await elsewhere().refused(session.login, { loginName: 'admin', password: 'x', ...change })).toBe(code);
  });

  it('names the disabled account as the reason, but only with the right password', async () => {
    const made = await makeUser(dossier);
    await dossier.admin.call(people.updateUser, { id: made.id, enabled: false });
    expect(await attempt(elsewhere(), wrong(made))).toBe(2003);
    expect(await attempt(elsewhere(), made)).toBe(2005);
  });

  it('counts a disabled user for the address, not for the account, and logs it once in a while', async () => {
    const made = await makeUser(dossier, { fullName: 'Dora Disabled' });
    await dossier.admin.call(people.updateUser, { id: made.id, enabled: false });
    const lines = async () => {
      await dossier.drain();
      return (await dossier.admin.call(operationLog.log, { actions: [action.userSignInRefuse], objName: 'dora', pageSize: 50 })).list
        .length;
    };
    const client = elsewhere();
    const answers = new Map<number, number>();
    for (let n = 0; n < 42; n++) {
      const code = await attempt(client, made);
      answers.set(code, (answers.get(code) ?? 0) + 1);
    }
    expect(Object.fromEntries(answers)).toEqual({ 2005: 40, 502: 2 });
    expect(await attempt(elsewhere(), made)).toBe(2005);
    expect(await lines()).toBe(1);
    dossier.clock.forward(16 * minute);
    expect(await attempt(client, made)).toBe(2005);
    expect(await lines()).toBe(2);
  });

  it('survives malformed input', async () => {
    const client = elsewhere();
    expect(await attempt(client, { loginName: 'x'.repeat(1_000_000), password: 'y'.repeat(1_000_000) })).toBe(4602);
    expect(await client.refused(session.login, '{"loginName":')).toBe(400);
    expect(await client.refused(session.login, '['.repeat(30_000) + ']'.repeat(30_000))).toBe(400);
    expect(await client.refused(session.login, `{"loginName":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`)).toBe(400);
    expect(await client.refused(session.login, 'null')).toBe(400);
  });
});

describe('guessing', () => {
  it('needs a captcha after three failures: none 2015, a wrong one 2016, each used once', async () => {
    const made = await makeUser(dossier);
    const client = elsewhere();
    expect(await client.call(session.captcha, { loginName: made.loginName })).toEqual({ required: false });
    await failTimes(client, made, 3);
    expect(await attempt(client, made)).toBe(2015);
    const image = await client.call(session.captcha, { loginName: made.loginName });
    expect(image.image).toMatch(/^data:image\/png;base64,iVBOR/);
    expect(await attempt(client, made, { captchaId: image.captchaId, captcha: 'abcdef' })).toBe(2016);
    const code = await readCaptcha(client, made.loginName);
    expect(await client.call(session.checkCaptcha, code)).toEqual({ valid: true });
    expect(await attempt(client, wrong(made), code)).toBe(2003);
    expect(await attempt(client, made, code)).toBe(2016);
    expect(await attempt(client, made, await readCaptcha(client, made.loginName))).toBe(200);
    expect(await client.call(session.captcha, { loginName: made.loginName })).toEqual({ required: false });
  });

  it('takes the code alone for the image that the address requested last', async () => {
    const [made, client] = [await makeUser(dossier), elsewhere()];
    await failTimes(client, made, 3);
    const earlier = await readCaptcha(client, made.loginName);
    dossier.clock.forward(1000);
    const latest = await readCaptcha(client, made.loginName);
    expect(await attempt(client, made, { code: earlier.captcha })).toBe(2016);
    expect(await attempt(elsewhere(), made, { code: latest.captcha })).toBe(2016);
    await client.call(session.login, { ...made, loginModel: 1, code: latest.captcha });
  });

  it('allows five attempts at a captcha within five minutes', async () => {
    const made = await makeUser(dossier);
    const client = elsewhere();
    await failTimes(client, made, 3);
    const first = await readCaptcha(client, made.loginName);
    for (let n = 0; n < 5; n++) expect(await client.call(session.checkCaptcha, { ...first, captcha: '1' })).toEqual({ valid: false });
    expect(await client.call(session.checkCaptcha, first)).toEqual({ valid: false });
    const second = await readCaptcha(client, made.loginName);
    dossier.clock.forward(6 * minute);
    expect(await attempt(client, made, second)).toBe(2016);
  });

  it('draws sixty captchas for an address, and no more for a while', async () => {
    const made = await makeUser(dossier);
    const client = elsewhere();
    await failTimes(client, made, 3);
    for (let n = 0; n < 60; n++) await client.call(session.captcha, { loginName: made.loginName });
    expect(await client.refused(session.captcha, { loginName: made.loginName })).toBe(502);
    await elsewhere().call(session.captcha, { loginName: made.loginName });
    dossier.clock.forward(6 * minute);
    await client.call(session.captcha, { loginName: made.loginName });
  });

  it('locks an account after ten failures for a quarter of an hour, known or not', async () => {
    for (const made of [await makeUser(dossier), { id: '', fullName: '', loginName: 'ghost', password: 'boo-boo' }]) {
      const client = elsewhere();
      await failTimes(client, made, 10);
      expect(await attempt(client, made)).toBe(2006);
      expect(await attempt(elsewhere(), made)).toBe(2006);
      dossier.clock.forward(14 * minute);
      expect(await attempt(client, made)).toBe(2006);
      dossier.clock.forward(2 * minute);
      expect(await attempt(client, made)).toBe(made.id === '' ? 2003 : 200);
    }
  });

  it('gets no more attempts when they are concurrent', async () => {
    const made = await makeUser(dossier);
    const answers = await Promise.all(Array.from({ length: 30 }, () => attempt(elsewhere(), wrong(made))));
    expect(answers.filter((code) => code === 2003)).toHaveLength(3);
    expect(answers.filter((code) => ![2003, 2006, 2015].includes(code))).toEqual([]);
    // the other attempts ended at the captcha: they lock nobody out
    const client = elsewhere();
    expect(await attempt(client, made)).toBe(2015);
    await Promise.all(Array.from({ length: 30 }, () => attempt(elsewhere(), wrong(made))));
    expect(await attempt(client, made, await readCaptcha(client, made.loginName))).toBe(200);
    await failTimes(client, made, 3);
    dossier.clock.forward(31 * minute);
    expect(await attempt(elsewhere(), made)).toBe(200);
  });

  it('blocks an address after forty failures, whatever headers it sends', async () => {
    const client = elsewhere();
    for (let n = 0; n < 40; n++) expect(await attempt(client, { loginName: `spray${n}`, password: 'password' })).toBe(2003);
    const made = await makeUser(dossier);
    expect(await attempt(client, made)).toBe(502);
    expect(await attempt(client.from({ headers: { 'x-forwarded-for': '10.9.9.9' } }), made)).toBe(502);
    expect(await attempt(elsewhere(), made)).toBe(200);
    dossier.clock.forward(11 * minute);
    expect(await attempt(client, made)).toBe(200);
  });

  it('counts all addresses of one IPv6 subscriber together, and no other', async () => {
    const from = (address: string) => dossier.nobody.from({ address });
    for (let n = 0; n < 40; n++) await attempt(from(`2001:db8:7:7::${n}`), { loginName: `nobody6-${n}`, password: 'x' });
    expect(await attempt(from('2001:db8:7:7:ffff::1'), { loginName: 'nobody6', password: 'x' })).toBe(502);
    expect(await attempt(from('2001:db8:7:8::1'), { loginName: 'nobody6', password: 'x' })).toBe(2003);
  });

  it('does not count many successful sign-ins from one address', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => makeUser(dossier)));
    const client = elsewhere();
    expect(await Promise.all(all.map((made) => attempt(client, made)))).toEqual(all.map(() => 200));
    for (let n = 0; n < 3; n++) for (const made of all) expect(await attempt(client, made)).toBe(200);
  });

  it('lets a whole company sign in at once from one address, also after some failures there', async () => {
    const all = await Promise.all(Array.from({ length: 60 }, () => makeUser(dossier)));
    const client = elsewhere();
    for (let n = 0; n < 30; n++) await attempt(client, { loginName: `typo${n}`, password: 'password' });
    expect(await Promise.all(all.map((made) => attempt(client, made)))).toEqual(all.map(() => 200));
    // and none of them was counted: the address has ten failures left
    const last = [];
    for (let n = 0; n < 11; n++) last.push(await attempt(client, { loginName: `more${n}`, password: 'password' }));
    expect(last).toEqual([...Array.from({ length: 10 }, () => 2003), 502]);
  });

  it('gives one address no more guesses of many accounts when they come at once', async () => {
    const client = elsewhere();
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, n) => attempt(client, { loginName: `flood${n}`, password: 'password' })),
    );
    expect(answers.filter((code) => code === 2003)).toHaveLength(40);
    expect(answers.filter((code) => code === 502)).toHaveLength(80);
  });

  it('trusts a proxy only if configured', async () => {
    const own = await openTestServer({ trustedProxies: ['10.8.0.1'] });
    const made = await makeUser(own);
    const behind = (address: string, proxy = '10.8.0.1') => own.nobody.from({ address: proxy, headers: { 'x-forwarded-for': address } });
    for (let n = 0; n < 40; n++) await attempt(behind('10.9.0.1'), { loginName: `spray${n}`, password: 'password' });
    expect(await attempt(behind('10.9.0.1'), made)).toBe(502);
    expect(await attempt(behind('10.9.0.2'), made)).toBe(200);
    expect(await attempt(behind('10.9.0.1', '10.8.0.2'), made)).toBe(200);
    await own.close();
  });
});
