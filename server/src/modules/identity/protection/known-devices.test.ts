import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { type Made, makeUser } from '../../../../test/make.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

let addresses = 0;
const on = (device?: string) =>
  dossier.nobody.from({
    address: `10.9.0.${++addresses}`,
    ...(device === undefined ? {} : { headers: { cookie: `dossier_device=${device.padEnd(22, 'x')}` } }),
  });
/** Fails ten times, with each captcha that is required, until the account is locked. */
async function lock({ loginName }: Made, device?: string) {
  const refused: number[] = [];
  for (let n = 0; n < 10; n++) {
    const client = on(device);
    const { captchaId = '' } = await client.call(session.captcha, { loginName, always: true });
    const { read } = dossier.services.database;
    const { answer } = await read.selectFrom('captcha').select('answer').where('id', '=', captchaId).executeTakeFirstOrThrow();
    refused.push(await client.refused(session.login, { loginName, password: 'not-this-one', captchaId, captcha: answer }));
  }
  expect(refused).toEqual(Array.from({ length: 10 }, () => 2003));
}
const signIn = (made: Made, device?: string) => on(device).call(session.login, made);
const refused = (made: Made, device?: string) => on(device).refused(session.login, made);

it('does not lock a user out on a known device when strangers fail', async () => {
  const made = await makeUser(dossier);
  await signIn(made, 'desk');
  await lock(made);
  expect([await refused(made), await refused(made, 'other')]).toEqual([2006, 2006]);
  expect((await on('desk').call(session.captcha, { loginName: made.loginName })).required).toBe(false);
  await signIn(made, 'desk');
  // this lifts no lock for strangers
  expect(await refused(made)).toBe(2006);
});

it('counts attempts on a known device too, and unlocks it with the account', async () => {
  const [made, other] = [await makeUser(dossier), await makeUser(dossier)];
  await signIn(made, 'desk');
  await signIn(other, 'pad');
  await lock(made, 'desk');
  expect(await refused(made, 'desk')).toBe(2006);
  // a device is known for one user only
  await lock(other, 'desk');
  expect(await refused(other)).toBe(2006);
  await dossier.admin.call(people.resetPassword, { id: made.id, newPwd: 'another-pass-1' });
  await signIn({ ...made, password: 'another-pass-1' }, 'desk');
});
