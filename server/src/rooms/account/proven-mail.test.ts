import { account } from '@dossier/contract/account';
import { codes } from '@dossier/contract/codes';
import { people } from '@dossier/contract/people';
import { action } from '@dossier/contract/actions';
import { reports } from '@dossier/contract/reports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { startMailServer, type TestMailServer } from '../../../test/mail-server.ts';
import { makeSignedIn, makeUser } from '../../../test/make.ts';
import { makeOrganisation } from '../../../test/other-organisation.ts';
import { codeOf, openPost } from '../../../test/second-step.ts';

let house: TestHouse;
let post: TestMailServer;
beforeAll(async () => {
  [house, post] = await Promise.all([openHouse(), startMailServer()]);
  await openPost(house, post);
});
afterAll(async () => {
  await house.close();
  await post.close();
});

/** Asks for the address and sends the code back; the answer's code. */
async function claim({ client, password }: { client: Client; password: string }, mail: string): Promise<number> {
  const { validateId } = await client.call(account.askMail, { mail, password });
  const validateCode = await codeOf(house, post, mail);
  const answer = await client.raw(account.confirmMail, { validateId, validateCode });
  return (JSON.parse(answer.text) as { code: number }).code;
}

it('a written down address is no obstacle to its reader, and both organisations read what became of it', async () => {
  const other = await makeOrganisation(house);
  const squatter = await makeUser({ ...house, admin: other.admin }, { fullName: 'Sly Squatter', mail: 'victim@example.org' });
  const victim = await makeSignedIn(house, { fullName: 'Vera Victim' });
  expect(await claim(victim, 'Victim@example.org')).toBe(200);
  expect((await victim.client.call(account.detail)).mail).toBe('Victim@example.org');
  const sly = (await other.admin.call(people.users, {})).list.find((one) => one.id === squatter.id);
  expect(sly?.mail).toBeUndefined();
  await house.drain();
  const linesOf = async (admin: Client, objName: string) =>
    (await admin.call(reports.log, { actions: [action.userUpdate], objName })).list.map(({ userName, address, detail }) => ({
      userName,
      address,
      facts: JSON.parse(detail ?? '{}') as unknown,
    }));
  const lost = { mail: ['victim@example.org', ''], changed: ['mail'] };
  expect(await linesOf(other.admin, 'sly')).toEqual([{ userName: '', address: '', facts: lost }]);
  expect(await linesOf(house.admin, 'vera')).toMatchObject([{ userName: 'Vera Victim', facts: { changed: ['mail'] } }]);
  // from now on nobody writes it down, nor proves it over again
  expect(await other.admin.refused(people.updateUser, { id: squatter.id, mail: 'victim@example.org' })).toBe(codes.mailTaken.code);
  expect(await claim(await makeSignedIn(house), 'victim@example.org')).toBe(codes.mailTaken.code);
});

it('at home it says who took it', async () => {
  const holder = await makeUser(house, { fullName: 'Hanna Holder', mail: 'shared@example.org' });
  const taker = await makeSignedIn(house, { fullName: 'Tim Taker' });
  expect(await claim(taker, 'shared@example.org')).toBe(200);
  await house.drain();
  const { list } = await house.admin.call(reports.log, { actions: [action.userUpdate], objName: 'hanna' });
  expect(list).toMatchObject([{ objId: holder.id, userName: 'Tim Taker' }]);
});
