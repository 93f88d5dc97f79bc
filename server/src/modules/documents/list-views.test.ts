import { codes } from '@dossier/contract/core/codes';
import { type ViewSettings, listViews, mostListViews } from '@dossier/contract/documents/list-views';
import { admin } from '@dossier/contract/identity/user-administration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSignedIn } from '../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';

let dossier: TestServer;
beforeAll(async () => void (dossier = await openTestServer()));
afterAll(() => dossier.close());

const settings: ViewSettings = {
  layout: 'list',
  sort: { field: 'updateTime', direction: 'desc' },
  grouping: 'month',
  keyword: 'plan',
  columns: { widths: { size: 120 }, hidden: { creator: false }, order: ['size', 'updated'] },
};

describe('views of lists', () => {
  it('are kept with all settings, renamed, changed and deleted, by one user alone', async () => {
    const [{ client }, { client: other }] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
    const { id } = await client.call(listViews.save, { name: 'By month', settings });
    const all = async () => (await client.call(listViews.list, {})).list;
    expect(await all()).toEqual([{ id, name: 'By month', settings }]);
    expect((await other.call(listViews.list, {})).list).toEqual([]);
    expect(await other.refused(listViews.update, { id, name: 'Theirs' })).toBe(codes.itemMissing.code);
    await other.call(listViews.delete, { ids: [id] });
    const widths = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`c${at}`, 100]));
    const huge = { ...settings, columns: { ...settings.columns, widths } };
    expect(await client.refused(listViews.save, { name: 'Huge', settings: huge })).toBe(400);
    await client.call(listViews.update, { id, name: 'Small', settings: { ...settings, grouping: 'none' } });
    expect(await all()).toEqual([{ id, name: 'Small', settings: { ...settings, grouping: 'none' } }]);
    await client.call(listViews.delete, { ids: [id] });
    expect(await all()).toEqual([]);
  });

  it('have each name once, are fifty at most, and go with their user', async () => {
    const { client, id } = await makeSignedIn(dossier);
    await client.call(listViews.save, { name: 'Plans', settings });
    expect(await client.refused(listViews.save, { name: 'PLANS', settings })).toBe(codes.savedNameExists.code);
    const sent = await Promise.all(
      Array.from({ length: mostListViews }, (_, at) => client.raw(listViews.save, { name: `View ${at}`, settings })),
    );
    const answered = sent.map(({ text }) => (JSON.parse(text) as { code: number }).code);
    expect(answered.filter((code) => code === 200)).toHaveLength(mostListViews - 1);
    expect(answered.filter((code) => code === codes.listViewsFull.code)).toHaveLength(1);
    await dossier.admin.call(admin.deleteUser, { id });
    const { read } = dossier.services.database;
    expect(await read.selectFrom('list_view').select('id').where('person_id', '=', Number(id)).execute()).toEqual([]);
  });
});
