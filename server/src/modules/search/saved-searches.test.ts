import { codes } from '@dossier/contract/core/codes';
import { mostRecentSearches, mostSavedSearches, savedSearches } from '@dossier/contract/search/saved-searches';
import { admin } from '@dossier/contract/identity/user-administration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';

let dossier: TestServer;
beforeAll(async () => void (dossier = await openTestServer()));
afterAll(() => dossier.close());

const signIn = async (): Promise<Client> => (await makeSignedIn(dossier)).client;
const remember = async (client: Client, keyword: string): Promise<void> => {
  dossier.clock.forward(1000);
  await client.call(savedSearches.remember, { terms: { keyword } });
};
const recentOf = async (client: Client): Promise<(string | undefined)[]> =>
  (await client.call(savedSearches.recent, {})).list.map(({ terms }) => terms.keyword);

describe('recent searches', () => {
  it('stand newest first, each once with its last filters, and are one user’s alone', async () => {
    const [client, other] = [await signIn(), await signIn()];
    await remember(client, 'budget');
    await remember(client, 'plan');
    dossier.clock.forward(1000);
    await client.call(savedSearches.remember, { terms: { keyword: 'Budget', type: 'sheet', from: '2026-01-01' } });
    const { on, list } = await client.call(savedSearches.recent, {});
    expect(on).toBe(true);
    expect(list.map(({ terms }) => terms)).toEqual([
      { area: 3, keyword: 'Budget', type: 'sheet', from: '2026-01-01' },
      { area: 3, keyword: 'plan' },
    ]);
    expect(await recentOf(other)).toEqual([]);
    // nothing of it is another user's
    await other.call(savedSearches.forget, { ids: list.map(({ id }) => id) });
    expect(await recentOf(client)).toEqual(['Budget', 'plan']);
    await client.call(savedSearches.forget, { ids: [list[0]?.id ?? ''] });
    expect(await recentOf(client)).toEqual(['plan']);
    await client.call(savedSearches.forget, {});
    expect(await recentOf(client)).toEqual([]);
  });

  it('are the last twenty', async () => {
    const client = await signIn();
    for (let at = 0; at < mostRecentSearches + 3; at++) await remember(client, `word ${at}`);
    const kept = await recentOf(client);
    expect(kept).toHaveLength(mostRecentSearches);
    expect([kept[0], kept.at(-1)]).toEqual(['word 22', 'word 3']);
  });

  it('without words are told apart by their conditions, however long these are', async () => {
    const client = await signIn();
    // what cannot be compressed is longer than an entry of an index of PostgreSQL
    const card = (first: string): string => first + Array.from({ length: 1900 }, (_, at) => String.fromCodePoint(0x4e00 + at * 7)).join('');
    for (const first of ['a', 'b', 'a']) await client.call(savedSearches.remember, { terms: { card: card(first) } });
    const { list } = await client.call(savedSearches.recent, {});
    expect([list.length, new Set(list.map(({ terms }) => terms.card?.[0]))]).toEqual([2, new Set(['a', 'b'])]);
  });

  it('can be switched off, which forgets them', async () => {
    const client = await signIn();
    await remember(client, 'salaries');
    await client.call(savedSearches.keep, { on: false });
    await remember(client, 'severance');
    expect(await client.call(savedSearches.recent, {})).toEqual({ on: false, list: [] });
    await client.call(savedSearches.keep, { on: true });
    await remember(client, 'holidays');
    expect(await recentOf(client)).toEqual(['holidays']);
  });
});

describe('saved searches', () => {
  it('are kept with all filters, renamed, changed and deleted, by one user alone', async () => {
    const [client, other] = [await signIn(), await signIn()];
    const terms = {
      area: 2 as const,
      keyword: 'lease',
      in: 'content' as const,
      parentId: '12',
      creatorId: '7',
      creator: 'Ana',
      tagIds: '3,4',
    };
    const { id } = await client.call(savedSearches.save, { name: 'Leases', terms });
    const second = await client.call(savedSearches.save, { name: 'Contracts', terms: { tagIds: '5' } });
    const all = async () => (await client.call(savedSearches.list, {})).list;
    expect(await all()).toEqual([
      { id: second.id, name: 'Contracts', terms: { area: 3, tagIds: '5' } },
      { id, name: 'Leases', terms },
    ]);
    expect((await other.call(savedSearches.list, {})).list).toEqual([]);
    expect(await other.refused(savedSearches.update, { id, name: 'Theirs' })).toBe(codes.itemMissing.code);
    await other.call(savedSearches.delete, { ids: [id] });
    await client.call(savedSearches.update, { id, name: 'A lease', terms: { keyword: 'rent' } });
    expect(await all()).toEqual([
      { id, name: 'A lease', terms: { area: 3, keyword: 'rent' } },
      expect.objectContaining({ name: 'Contracts' }),
    ]);
    await client.call(savedSearches.delete, { ids: [second.id] });
    expect((await all()).map(({ name }) => name)).toEqual(['A lease']);
  });

  it('have each name once, and are fifty at most', async () => {
    const client = await signIn();
    const save = (name: string) => client.raw(savedSearches.save, { name, terms: { keyword: name } });
    const { id } = await client.call(savedSearches.save, { name: 'Plans', terms: { keyword: 'plan' } });
    await client.call(savedSearches.save, { name: 'Budgets', terms: { keyword: 'budget' } });
    expect(await client.refused(savedSearches.save, { name: 'PLANS', terms: {} })).toBe(codes.savedNameExists.code);
    expect(await client.refused(savedSearches.update, { id, name: 'budgets' })).toBe(codes.savedNameExists.code);
    const sent = await Promise.all(Array.from({ length: mostSavedSearches }, (_, at) => save(`Search ${at}`)));
    const answered = sent.map(({ text }) => (JSON.parse(text) as { code: number }).code);
    expect(answered.filter((code) => code === 200)).toHaveLength(mostSavedSearches - 2);
    expect(answered.filter((code) => code === codes.savedSearchesFull.code)).toHaveLength(2);
  });

  it('go with their user', async () => {
    const { client, id } = await makeSignedIn(dossier);
    await remember(client, 'mine');
    await client.call(savedSearches.save, { name: 'Mine', terms: { keyword: 'mine' } });
    await dossier.admin.call(admin.deleteUser, { id });
    const { read } = dossier.services.database;
    const left = async (table: 'saved_search' | 'recent_search') =>
      read.selectFrom(table).select('id').where('person_id', '=', Number(id)).execute();
    expect([await left('saved_search'), await left('recent_search')]).toEqual([[], []]);
  });
});
