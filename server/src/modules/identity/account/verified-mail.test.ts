import { codes } from '@dossier/contract/core/codes';
import { account } from '@dossier/contract/identity/account';
import { people } from '@dossier/contract/identity/users';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { type TestMailServer, startMailServer } from '../../../../test/mail-server.ts';
import { makeSignedIn, makeUser } from '../../../../test/make.ts';
import { makeOrganisation } from '../../../../test/other-organisation.ts';
import { codeOf, openPost } from '../../../../test/second-step.ts';

let dossier: TestServer;
let post: TestMailServer;
beforeAll(async () => {
  [dossier, post] = await Promise.all([openTestServer(), startMailServer()]);
  await openPost(dossier, post);
});
afterAll(async () => {
  await dossier.close();
  await post.close();
});

/** Requests the address and enters the code; answers the code of the response. */
async function claim({ client, password }: { client: Client; password: string }, mail: string): Promise<number> {
  const { validateId } = await client.call(account.askMail, { mail, password });
  const validateCode = await codeOf(dossier, post, mail);
  const answer = await client.raw(account.confirmMail, { validateId, validateCode });
  return (JSON.parse(answer.text) as { code: number }).code;
}

it('an unverified address can be claimed by its reader, and both organisations log it', async () => {
  const other = await makeOrganisation(dossier);
  const squatter = await makeUser({ ...dossier, admin: other.admin }, { fullName: 'Sly Squatter', mail: 'victim@example.org' });
  const victim = await makeSignedIn(dossier, { fullName: 'Vera Victim' });
  expect(await claim(victim, 'Victim@example.org')).toBe(200);
  expect((await victim.client.call(account.detail)).mail).toBe('Victim@example.org');
  const sly = (await other.admin.call(people.users, {})).list.find((one) => one.id === squatter.id);
  expect(sly?.mail).toBeUndefined();
  await dossier.drain();
  const linesOf = async (admin: Client, objName: string) =>
    (await admin.call(operationLog.log, { actions: [action.userUpdate], objName })).list.map(({ userName, address, detail }) => ({
      userName,
      address,
      facts: JSON.parse(detail ?? '{}') as unknown,
    }));
  const lost = { mail: ['victim@example.org', ''], changed: ['mail'] };
  expect(await linesOf(other.admin, 'sly')).toEqual([{ userName: '', address: '', facts: lost }]);
  expect(await linesOf(dossier.admin, 'vera')).toMatchObject([{ userName: 'Vera Victim', facts: { changed: ['mail'] } }]);
  // from now on no user can enter it, nor verify it again
  expect(await other.admin.refused(people.updateUser, { id: squatter.id, mail: 'victim@example.org' })).toBe(codes.mailTaken.code);
  expect(await claim(await makeSignedIn(dossier), 'victim@example.org')).toBe(codes.mailTaken.code);
});

it('within the organisation the log names the claimant', async () => {
  const holder = await makeUser(dossier, { fullName: 'Hanna Holder', mail: 'shared@example.org' });
  const claimant = await makeSignedIn(dossier, { fullName: 'Tim Taker' });
  expect(await claim(claimant, 'shared@example.org')).toBe(200);
  await dossier.drain();
  const { list } = await dossier.admin.call(operationLog.log, { actions: [action.userUpdate], objName: 'hanna' });
  expect(list).toMatchObject([{ objId: holder.id, userName: 'Tim Taker' }]);
});
