import { permissions } from '@dossier/contract/access/permissions';
import { tags } from '@dossier/contract/classification/tags';
import { level } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { search } from '@dossier/contract/search/search';
import { session } from '@dossier/contract/identity/sessions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, clientOf } from '../../../test/client.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../test/make-items.ts';
import { makeSignedIn, makeUser } from '../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { putWords } from './word-index.queries.ts';

let dossier: TestServer;
let cabinet: string;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin, { name: 'Observatory' });
});
afterAll(() => dossier.close());

const suggested = async (keyword: string, client: Client = dossier.admin) => {
  await dossier.drain();
  return client.call(search.suggest, { keyword });
};
const namesIn = async (keyword: string, client?: Client): Promise<string[]> =>
  (await suggested(keyword, client)).items.map(({ name }) => name);
const plant = (name: string, parentId = cabinet): Promise<string> => makeDocument(dossier, dossier.admin, { parentId, name });

describe('suggestions', () => {
  it('are items whose names contain the partly typed words, those that begin with them first', async () => {
    const folder = await makeFolder(dossier.admin, cabinet, { name: 'Zenith papers' });
    await plant('Angles of the zenith.txt', folder);
    await plant('nothing of it.txt', folder);
    const found = await suggested('zeni');
    expect(found.items.map(({ name, path }) => ({ name, path }))).toEqual([
      { name: 'Zenith papers', path: 'Observatory' },
      { name: 'Angles of the zenith.txt', path: 'Observatory / Zenith papers' },
    ]);
    expect(await namesIn('papers zen')).toEqual(['Zenith papers']);
    expect(await namesIn('天顶')).toEqual([]);
    await plant('天顶观测.txt', folder);
    expect(await namesIn('天顶')).toEqual(['天顶观测.txt']);
  });

  it('are a few at most, and none of the recycle bin', async () => {
    const folder = await makeFolder(dossier.admin, cabinet);
    const ids = await Promise.all(Array.from({ length: 12 }, (_, at) => plant(`Perihelion ${at}.txt`, folder)));
    expect(await namesIn('perihelion')).toHaveLength(8);
    await dossier.admin.call(library.delete, { objIds: ids.slice(0, 10) });
    expect((await namesIn('perihelion')).toSorted()).toEqual(['Perihelion 10.txt', 'Perihelion 11.txt']);
  });

  it('name only what the caller may see at that moment', async () => {
    const { client, id } = await makeSignedIn(dossier);
    const seen = await plant('Quasar of theirs.txt');
    await plant('Quasar of others.txt');
    expect(await namesIn('quasar', client)).toEqual([]);
    const { ids } = await dossier.admin.call(permissions.grant, {
      objId: seen,
      granteeType: 'user',
      granteeId: id,
      level: level.view,
      reach: 'self',
    });
    expect(await namesIn('quasar', client)).toEqual(['Quasar of theirs.txt']);
    await dossier.admin.call(permissions.revoke, { objId: seen, id: ids[0] });
    expect(await namesIn('quasar', client)).toEqual([]);
  });

  it('are found for who sees few among very many of others', async () => {
    const { client, id } = await makeSignedIn(dossier);
    const mine = await plant('Pulsar of old.txt');
    await dossier.admin.call(permissions.grant, { objId: mine, granteeType: 'user', granteeId: id, level: level.view, reach: 'self' });
    await dossier.drain();
    // newer matches without items stand for the many that are not the caller's
    const { database } = dossier.services;
    await database.write(async (db) => {
      for (let at = 0; at < 2001; at++) {
        await putWords(db, 'name_words', { id: 9_000_000_000_000_000 + at, tokens: 'pulsar' });
      }
    });
    expect(await namesIn('pulsar', client)).toEqual(['Pulsar of old.txt']);
  });

  it('hold tags and people by name, of two letters on', async () => {
    const person = await makeUser(dossier, { fullName: 'Nebula Ward' });
    const tag = await dossier.admin.call(tags.create, { name: 'Nebulae', colour: 'blue' });
    const { client } = await makeSignedIn(dossier);
    expect(await suggested('nebu')).toMatchObject({
      tags: [{ id: tag.id, name: 'Nebulae' }],
      people: [{ id: person.id, name: 'Nebula Ward' }],
    });
    expect(await suggested('n')).toMatchObject({ tags: [], people: [] });
    // a personal tag of somebody else
    expect((await suggested('nebu', client)).tags).toEqual([]);
  });

  it('are items alone in a view-as session', async () => {
    const person = await makeSignedIn(dossier);
    await plant('Corona.txt');
    const own = await plant('Corona shown.txt');
    await dossier.admin.call(permissions.grant, {
      objId: own,
      granteeType: 'user',
      granteeId: person.id,
      level: level.view,
      reach: 'self',
    });
    await dossier.admin.call(tags.createShared, { name: 'Corona' });
    const { sessionId } = await dossier.admin.call(session.viewAs, { userId: person.id });
    const found = await suggested('corona', clientOf(dossier.server, sessionId));
    expect({ ...found, items: found.items.map(({ name }) => name) }).toEqual({ items: ['Corona shown.txt'], tags: [], people: [] });
  });
});
