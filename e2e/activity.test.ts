import { AxeBuilder } from '@axe-core/playwright';
import { permissions } from '@dossier/contract/access/permissions';
import { comments } from '@dossier/contract/comments/comments';
import { level, moduleType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { expect } from 'vitest';
import { type Person, signInAt } from './calls.ts';
import { useTestServer } from './journey.ts';

const dossier = useTestServer();

const ann: Person = { loginName: 'ann', password: 'pass-word-1' };
const bob: Person = { loginName: 'bob', password: 'pass-word-2' };

dossier.journey('who comes back sees at home what others did, and all that one of them did', {}, async ({ another }) => {
  const { id: cabinet } = await dossier.admin.call(library.createCabinet, { name: 'Contracts', moduleType: moduleType.enterprise });
  for (const [person, fullName, bits] of [
    [ann, 'Ann Ray', level.full],
    [bob, 'Bob Lee', level.view],
  ] as const) {
    const { id } = await dossier.admin.call(people.createUser, { ...person, fullName });
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: id, level: bits, reach: 'all' });
  }
  const writer = await signInAt(dossier.url, ann);
  const ids: string[] = [];
  for (const name of ['lease.txt', 'rent.txt', 'terms.txt', 'annex.txt']) ids.push(await writer.upload(cabinet, name, Buffer.from(name)));
  await writer.call(comments.create, { objId: ids[0] ?? '', content: 'Which year?' });

  const { page, open, t } = await another({ as: bob, lang: 'en' });
  await open('/home');
  const panel = page.getByRole('region', { name: t('activity.activity') });
  await panel.getByText('Ann Ray added 4 documents to Contracts').waitFor();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/activity-home.png` });
  await panel.getByRole('link', { name: 'Ann Ray' }).first().click();
  await page.getByText('Ann Ray commented on lease.txt').waitFor();
  await page.getByText(t('activity.byPerson', { name: 'Ann Ray' })).waitFor();
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/activity-person.png` });
});
