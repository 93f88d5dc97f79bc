import { permissions } from '@dossier/contract/access/permissions';
import { cards } from '@dossier/contract/classification/cards';
import { codes } from '@dossier/contract/core/codes';
import { level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { search } from '@dossier/contract/search/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { enter, makeGuest } from '../../../../test/other-organisation.ts';

let dossier: TestServer;
let owner: Awaited<ReturnType<typeof makeSignedIn>>;
let seer: Awaited<ReturnType<typeof makeSignedIn>>;
let cabinet: string;
const at: Record<string, string> = {};

const attribute = async (name: string, kind: 'text' | 'number' | 'date' | 'choice' | 'person', more: object = {}): Promise<string> =>
  (await dossier.admin.call(cards.createAttribute, { name, kind, ...more })).id;

beforeAll(async () => {
  dossier = await openTestServer();
  [owner, seer] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
  cabinet = await makeCabinet(owner.client, { moduleType: 2 });
  const grantInput = { objId: cabinet, granteeType: 'user', granteeId: seer.id, level: level.title, reach: 'all' } as const;
  await owner.client.call(permissions.grant, grantInput);
  at['party'] = await attribute('Party', 'text');
  at['price'] = await attribute('Price', 'number', { limits: { min: 0 }, sortNumber: 1 });
  at['signed'] = await attribute('Signed', 'date');
  at['state'] = await attribute('State', 'choice', { limits: { choices: ['Open', 'Closed'] }, initial: 'Open' });
  at['keeper'] = await attribute('Keeper', 'person');
  const fields = ['party', 'price', 'signed', 'state', 'keeper'].map((name) => ({
    attributeId: at[name] ?? '',
    required: name === 'party',
  }));
  at['card'] = (await dossier.admin.call(cards.create, { name: 'Contract card', fields })).id;
  at['type'] = (await dossier.admin.call(cards.createType, { name: 'Contract', cardId: at['card'] })).id;
});
afterAll(() => dossier.close());

const valueOf = (name: string, value: string) => ({ attributeId: at[name] ?? '', value });
const document = (parentId = cabinet): Promise<string> => makeDocument(dossier, owner.client, { parentId });
const find = async (client: typeof owner.client, cardFields: object[], more: object = {}): Promise<string[]> =>
  (await client.call(search.search, { keyword: '', cardFields: JSON.stringify(cardFields), ...more })).list.map((item) => item.id);

describe('an administrator', () => {
  it('alone manages attributes, cards and types; names are unique; what is in use cannot be deleted', async () => {
    for (const route of [cards.attributes, cards.list, cards.types])
      expect(await owner.client.refused(route, {})).toBe(codes.adminOnly.code);
    expect(await owner.client.refused(cards.createType, { name: 'Mine' })).toBe(codes.adminOnly.code);
    expect(await dossier.admin.refused(cards.createAttribute, { name: 'PRICE', kind: 'text' })).toBe(codes.baseAttributeNameExists.code);
    expect(await dossier.admin.refused(cards.create, { name: 'contract card', fields: [] })).toBe(codes.cardNameExists.code);
    expect(await dossier.admin.refused(cards.createType, { name: 'contract' })).toBe(codes.documentTypeNameExists.code);
    expect(await dossier.admin.refused(cards.deleteAttribute, { id: at['price'] })).toBe(codes.baseAttributeInUse.code);
    expect(await dossier.admin.refused(cards.delete, { id: at['card'] })).toBe(codes.cardInUse.code);
    expect((await dossier.admin.call(cards.attributes)).list[0]).toMatchObject({ name: 'Price', uses: 1, limits: { min: 0 } });
    expect((await dossier.admin.call(cards.list)).list[0]?.fields.map((field) => field.name)).toEqual([
      'Party',
      'Price',
      'Signed',
      'State',
      'Keeper',
    ]);
    expect(await dossier.admin.refused(cards.createAttribute, { name: 'Bad', kind: 'choice' })).toBe(codes.invalidParams.code);
    const unseen = { name: 'Bad', kind: 'choice', limits: { choices: ['Open', 'Cl\u0007osed'] } } as const;
    expect(await dossier.admin.refused(cards.createAttribute, unseen)).toBe(codes.invalidParams.code);
    const bad = { name: 'Bad', kind: 'number', initial: 'many' } as const;
    expect(await dossier.admin.refused(cards.createAttribute, bad)).toBe(codes.cardValueIllegal.code);
    const plain = (await dossier.admin.call(cards.createType, { name: 'Plain' })).id;
    await dossier.admin.call(cards.updateType, { id: plain, cardId: at['card'] });
    await dossier.drain();
    const [told] = (await dossier.admin.call(operationLog.log, { objName: 'Plain' })).list;
    expect(told?.detail).toBe('{"card":["","Contract card"]}');
    const twice = [at['party'], at['party']].map((attributeId = '') => ({ attributeId, required: false }));
    expect(await dossier.admin.refused(cards.update, { id: at['card'] ?? '', fields: twice })).toBe(codes.invalidParams.code);
  });
});

describe('the card of a document', () => {
  it('comes from its own type or that of the nearest folder, and starts with the initial values', async () => {
    const folder = await makeFolder(owner.client, cabinet);
    const inner = await makeFolder(owner.client, folder);
    const one = await document(inner);
    expect(await owner.client.call(cards.show, { id: one })).toMatchObject({ fromFolder: false, filled: false, fields: [] });
    expect(await seer.client.refused(cards.setFolderType, { id: folder, typeId: at['type'] ?? '' })).toBe(codes.noRightToManage.code);
    await owner.client.call(cards.setFolderType, { id: folder, typeId: at['type'] ?? '' });
    const shown = await owner.client.call(cards.show, { id: one });
    expect(shown).toMatchObject({ type: { name: 'Contract' }, fromFolder: true, filled: false });
    expect(shown.fields.map((field) => field.value)).toEqual([undefined, undefined, undefined, 'Open', undefined]);
    expect(await owner.client.call(cards.folderType, { id: inner })).toEqual({ above: { id: at['type'], name: 'Contract' } });
    await owner.client.call(cards.setFolderType, { id: folder, typeId: '' });
    expect((await owner.client.call(cards.show, { id: one })).type).toBeUndefined();
  });

  it('is filled in with the right to modify, validated by its fields, and read with the right to read', async () => {
    const one = await document();
    const typeId = at['type'] ?? '';
    expect(await owner.client.refused(cards.fill, { id: one, typeId, values: [] })).toBe(codes.cardValueRequired.code);
    const fill = (...values: { attributeId: string; value: string }[]) => ({
      id: one,
      typeId,
      values: [valueOf('party', 'Ana & Co'), ...values],
    });
    for (const wrong of [
      valueOf('price', '-1'),
      valueOf('price', '1e5'),
      valueOf('signed', '2026-02-30'),
      valueOf('state', 'Lost'),
      valueOf('keeper', '77'),
    ])
      expect(await owner.client.refused(cards.fill, fill(wrong))).toBe(codes.cardValueIllegal.code);
    await owner.client.call(cards.fill, fill(valueOf('price', '12.5'), valueOf('signed', '2026-11-20'), valueOf('keeper', seer.id)));
    expect(await seer.client.refused(cards.show, { id: one })).toBe(codes.noRightToView.code);
    expect(await seer.client.refused(cards.fill, fill())).toBe(codes.noRightToView.code);
    const shown = await owner.client.call(cards.show, { id: one });
    expect(shown.fields.map((field) => field.value)).toEqual(['Ana & Co', '12.5', '2026-11-20', undefined, seer.id]);
    expect(shown.fields[4]?.valueName).toBe(seer.fullName);
    await dossier.drain();
    const [line] = (await owner.client.call(operationLog.itemLog, { objId: one })).list;
    expect(line).toMatchObject({ action: 816, detail: '{"documentType":["Contract"],"fields":["Party, Price, Signed, Keeper"]}' });
  });

  it('is not changed while another user has locked the document', async () => {
    const one = await document();
    await owner.client.call(permissions.grant, { objId: one, granteeType: 'user', granteeId: seer.id, level: level.full, reach: 'self' });
    await seer.client.call(content.lock, { id: one });
    const filled = { id: one, typeId: at['type'] ?? '', values: [valueOf('party', 'x')] };
    expect(await owner.client.refused(cards.fill, filled)).toBe(codes.documentLocked.code);
  });

  it('is not overwritten from a stale state', async () => {
    const one = await document();
    const typeId = at['type'] ?? '';
    const [mine, theirs] = await Promise.all([1, 2].map(() => owner.client.call(cards.show, { id: one })));
    const say = (state: string | undefined, party: string) => ({ id: one, typeId, values: [valueOf('party', party)], state });
    await owner.client.call(cards.fill, say(theirs?.state, 'Theirs'));
    expect(await owner.client.refused(cards.fill, say(mine?.state, 'Mine'))).toBe(codes.changedMeanwhile.code);
    const { state, fields } = await owner.client.call(cards.show, { id: one });
    expect(fields[0]?.value).toBe('Theirs');
    const tries = await Promise.allSettled(['A', 'B'].map((party) => owner.client.call(cards.fill, say(state, party))));
    expect(tries.filter((tried) => tried.status === 'fulfilled')).toHaveLength(1);
  });

  it('keeps small and long numbers exactly, and can be saved again', async () => {
    const one = await document();
    for (const price of ['0.0000001', '123456789012345.1234567891']) {
      const filled = { id: one, typeId: at['type'] ?? '', values: [valueOf('party', 'x'), valueOf('price', price)] };
      await owner.client.call(cards.fill, filled);
      await owner.client.call(cards.fill, filled);
      expect((await owner.client.call(cards.show, { id: one })).fields[1]?.value).toBe(price);
    }
  });

  it('is copied with its document, keeps values that no longer fit the limits, and is purged with its document', async () => {
    const one = await document();
    const narrow = await attribute('Narrow', 'number');
    const card = (await dossier.admin.call(cards.create, { name: 'Narrow card', fields: [{ attributeId: narrow, required: false }] })).id;
    const typeId = (await dossier.admin.call(cards.createType, { name: 'Narrow', cardId: card })).id;
    const filled = { id: one, typeId, values: [{ attributeId: narrow, value: '50' }] };
    await owner.client.call(cards.fill, filled);
    await dossier.admin.call(cards.updateAttribute, { id: narrow, limits: { max: 10 } });
    await owner.client.call(cards.fill, filled);
    await owner.client.call(library.copy, { objIds: [one] });
    const [copy = ''] = (await owner.client.call(library.paste, { parentId: await makeFolder(owner.client, cabinet) })).ids;
    expect((await owner.client.call(cards.show, { id: copy })).fields.map((field) => field.value)).toEqual(['50']);
    await owner.client.call(library.delete, { objIds: [one] });
    await owner.client.call(library.remove, { objIds: [one] });
    expect(
      await dossier.services.database.read.selectFrom('card_value').select('item_id').where('item_id', '=', Number(one)).execute(),
    ).toEqual([]);
    await dossier.admin.call(cards.deleteType, { id: typeId });
    expect((await owner.client.call(cards.show, { id: copy })).type).toBeUndefined();
  });
});

describe('a guest', () => {
  it('neither sets the type of a folder nor learns which types exist', async () => {
    const guest = await makeGuest(dossier);
    const typeId = (await guest.other.admin.call(cards.createType, { name: 'Inside' })).id;
    const place = await makeCabinet(guest.other.admin);
    const grantInput = { objId: place, granteeType: 'user', granteeId: guest.id, level: level.full, reach: 'all' } as const;
    await guest.other.admin.call(permissions.grant, grantInput);
    await enter(guest.client, guest.other.id);
    expect(await guest.client.call(cards.typeChoices)).toEqual([]);
    expect(await guest.client.call(cards.fieldChoices)).toEqual([]);
    expect(await guest.client.refused(cards.setFolderType, { id: place, typeId })).toBe(codes.documentTypeMissing.code);
    await guest.client.call(cards.setFolderType, { id: place, typeId: '' });
  });
});

describe('the search by cards', () => {
  it('finds by words, numbers and dates, and only what the user may read', async () => {
    const [cheap, dear] = [await document(), await document()];
    const typeId = at['type'] ?? '';
    const put = (id: string, [party, price, signed]: [string, string, string]) =>
      owner.client.call(cards.fill, { id, typeId, values: [valueOf('party', party), valueOf('price', price), valueOf('signed', signed)] });
    await put(cheap, ['Søren Ltd', '9', '2020-01-31']);
    await put(dear, ['Søren & Sons', '1000', '2021-06-01']);
    const offered = (await owner.client.call(cards.fieldChoices)).map((one) => one.id);
    expect(offered).toEqual(expect.arrayContaining([at['party'], at['price'], at['signed']]));
    const by = (name: string, what: object) => ({ id: at[name], ...what });
    expect(await find(owner.client, [by('party', { has: 'SØREN' })])).toHaveLength(2);
    expect(await find(owner.client, [by('party', { is: 'søren ltd' })])).toEqual([cheap]);
    expect(await find(owner.client, [by('party', { has: 'søren' }), by('price', { from: '10' })])).toEqual([dear]);
    expect(await find(owner.client, [by('signed', { from: '2020-01-31', to: '2020-01-31' })])).toEqual([cheap]);
    expect(await find(owner.client, [by('party', { has: '%' })])).toEqual([]);
    const name = (await owner.client.call(library.documentDetail, { id: dear })).name;
    await dossier.drain();
    expect(await find(owner.client, [by('price', { from: '10' })], { keyword: name })).toEqual([dear]);
    expect(await find(seer.client, [by('party', { has: 'søren' })])).toEqual([]);
    expect(await find(seer.client, [by('price', { from: '10' })], { keyword: name })).toEqual([]);
    const refused = (cardFields: unknown) => owner.client.refused(search.search, { keyword: '', cardFields: JSON.stringify(cardFields) });
    expect(await refused([{ id: '999', is: 'x' }])).toBe(codes.baseAttributeMissing.code);
    expect(await refused([by('price', { is: 'dear' })])).toBe(codes.cardValueIllegal.code);
    expect(await refused([by('price', {})])).toBe(codes.cardValueIllegal.code);
    expect(await owner.client.refused(search.search, { keyword: '', cardFields: 'no json' })).toBe(codes.invalidParams.code);
  });
});
