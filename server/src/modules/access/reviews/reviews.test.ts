import { permissions } from '@dossier/contract/access/permissions';
import { type ReviewLine, reviews } from '@dossier/contract/access/reviews';
import { level } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeFolder } from '../../../../test/make-items.ts';
import { makeGroup, makeSignedIn } from '../../../../test/make.ts';
import { makeOrganisation } from '../../../../test/other-organisation.ts';
import { adminPassword } from '../../../../test/template.ts';
import { remindOfReviews } from '../reminders.ts';

const day = 24 * 3600_000;
let dossier: TestServer;
let staff: Awaited<ReturnType<typeof makeSignedIn>>;
let manager: Awaited<ReturnType<typeof makeSignedIn>>;
let group: string;
let cabinet: string;
let folder: string;
let inner: string;
beforeAll(async () => {
  dossier = await openTestServer();
  staff = await makeSignedIn(dossier, { fullName: 'Zora Zimmer' });
  manager = await makeSignedIn(dossier, { fullName: 'Mona Mann' });
  group = await makeGroup(dossier, [staff.id], 'Buyers');
});
beforeEach(async () => {
  cabinet = await makeCabinet(dossier.admin);
  folder = await makeFolder(dossier.admin, cabinet, { name: 'Open' });
  inner = await makeFolder(dossier.admin, folder, { name: 'Inner' });
});
afterAll(() => dossier.close());

const give = (objId: string, more: object = {}, by: Client = dossier.admin) =>
  by.call(permissions.grant, { objId, granteeType: 'user', granteeId: staff.id, level: level.view, ...more });
const open = async (objId: string, by: Client = dossier.admin): Promise<string> => (await by.call(reviews.open, { objId })).id;
const linesOf = async (id: string, by: Client = dossier.admin): Promise<ReviewLine[]> => (await by.call(reviews.sheet, { id })).lines;
type Result = 'open' | 'confirmed' | 'taken';
const decision = (line: ReviewLine | undefined, result: Result) => ({ id: line?.id ?? '1', result, seen: line?.seen });
const decide = (id: string, line: ReviewLine | undefined, result: Result) =>
  dossier.admin.call(reviews.decide, { id, lines: [decision(line, result)] });

describe('a review', () => {
  it('shows every grant on an item and below it, with its giver, and what the item inherits', async () => {
    await give(cabinet, { granteeId: manager.id, level: level.full, handOn: level.view });
    await give(folder, { granteeType: 'group', granteeId: group, reach: 'children' });
    await give(inner, {}, manager.client);
    await dossier.admin.call(permissions.inherit, { objId: inner, inherit: false });
    const id = await open(cabinet);
    const shown = await dossier.admin.call(reviews.sheet, { id });
    expect(shown).toMatchObject({ objId: cabinet, ownerName: 'Administrator', openedBy: 'Administrator', hidden: 0 });
    expect(shown.lines.map((line) => [line.objName, line.granteeName, line.level, line.reach, line.givenBy, line.ownList])).toEqual([
      [expect.stringContaining('Cabinet'), 'Mona Mann', 255, 'all', 'Administrator', false],
      ['Open', 'Buyers', 3, 'children', 'Administrator', false],
      ['Inner', 'Zora Zimmer', 3, 'all', 'Mona Mann', true],
    ]);
    expect(shown.lines[0]).toMatchObject({ handOn: level.view, result: 'open' });
    expect((await linesOf(await open(folder))).map((line) => line.objName)).toEqual(['Open', 'Inner']);
  });

  it('is decided line by line, closed when all are, and kept', async () => {
    await give(folder);
    await give(cabinet, { granteeType: 'group', granteeId: group });
    const id = await open(cabinet);
    const [first, second] = await linesOf(id);
    await decide(id, first, 'confirmed');
    expect(await dossier.admin.call(reviews.close, { id })).toEqual({ closed: false, open: 1 });
    await decide(id, second, 'taken');
    expect(await staff.client.call(permissions.check, { rights: 1, objIds: folder })).toEqual({ hasRights: [true] });
    expect((await dossier.admin.call(permissions.list, { objId: folder })).list.filter((one) => !one.inherited)).toEqual([]);
    await decide(id, second, 'open');
    expect((await dossier.admin.call(permissions.list, { objId: folder })).list.filter((one) => !one.inherited)).toHaveLength(1);
    await decide(id, (await linesOf(id))[1], 'taken');
    expect(await dossier.admin.call(reviews.close, { id, notes: 'All looked at' })).toEqual({ closed: true, open: 0 });
    const history = await dossier.admin.call(reviews.history, { objId: cabinet });
    expect(history).toMatchObject({ totalNumber: 1, months: 12, list: [{ confirmed: 1, taken: 1, gone: 0, closedBy: 'Administrator' }] });
    const year = Date.parse(history.nextAt ?? '') - dossier.clock.now();
    expect(Math.round(year / day)).toBeGreaterThanOrEqual(365);
    const kept = await dossier.admin.call(reviews.sheet, { id });
    expect(kept.notes).toBe('All looked at');
    expect(kept.lines.map((line) => [line.result, line.decidedBy])).toEqual([
      ['confirmed', 'Administrator'],
      ['taken', 'Administrator'],
    ]);
    expect(await dossier.admin.refused(reviews.decide, { id, lines: [decision(first, 'open')] })).toBe(1008);
    expect(await dossier.admin.refused(reviews.close, { id })).toBe(1008);
  });

  it('refuses lines that changed since they were shown, and adds new grants', async () => {
    await give(folder);
    const id = await open(cabinet);
    const [seen] = await linesOf(id);
    await give(folder, { level: level.modify });
    for (const result of ['confirmed', 'taken'] as const)
      expect(await dossier.admin.refused(reviews.decide, { id, lines: [decision(seen, result)] })).toBe(1008);
    expect(await dossier.admin.refused(reviews.decide, { id, lines: [{ id: seen?.id ?? '1', result: 'confirmed' }] })).toBe(1008);
    const [changed] = await linesOf(id);
    expect(changed).toMatchObject({ level: level.view, result: 'open', now: { level: level.modify } });
    await decide(id, changed, 'confirmed');
    expect((await linesOf(id))[0]).toMatchObject({ level: level.modify, result: 'confirmed' });
    expect((await linesOf(id))[0]).not.toHaveProperty('now');
    await give(folder, { level: level.pdf });
    await give(inner);
    expect(await dossier.admin.call(reviews.close, { id })).toEqual({ closed: false, open: 2 });
    for (const line of await linesOf(id)) await decide(id, line, 'confirmed');
    await dossier.admin.call(permissions.revoke, { objId: inner, granteeType: 'user', granteeId: staff.id });
    expect((await dossier.admin.call(reviews.close, { id })).closed).toBe(true);
    expect((await dossier.admin.call(reviews.history, { objId: cabinet })).list[0]).toMatchObject({ confirmed: 1, gone: 1 });
  });

  it('gives nothing back over what was given since', async () => {
    await give(folder);
    const id = await open(cabinet);
    await decide(id, (await linesOf(id))[0], 'taken');
    await give(folder, { level: level.modify });
    const [taken] = await linesOf(id);
    for (const result of ['open', 'confirmed'] as const)
      expect(await dossier.admin.refused(reviews.decide, { id, lines: [decision(taken, result)] })).toBe(1008);
    const { list } = await dossier.admin.call(permissions.list, { objId: folder });
    expect(list.filter((one) => !one.inherited)).toMatchObject([{ level: level.modify }]);
    // the new one is reviewed by itself
    expect(await dossier.admin.call(reviews.close, { id })).toEqual({ closed: false, open: 1 });
  });

  it('is for managers of the item, within what they manage and may pass on', async () => {
    await give(folder, { granteeId: manager.id, level: level.full, handOn: level.view });
    await give(folder, { granteeType: 'group', granteeId: group, level: level.modify });
    await give(inner, { granteeId: manager.id, level: level.view });
    await give(inner);
    expect(await manager.client.refused(reviews.open, { objId: cabinet })).toBe(1002);
    expect(await staff.client.refused(reviews.open, { objId: folder })).toBe(4901);
    const id = await open(folder, manager.client);
    const shown = await manager.client.call(reviews.sheet, { id });
    expect([shown.hidden, shown.lines.length]).toEqual([1, 2]);
    const ofGroup = shown.lines.find((line) => line.granteeType === 'group');
    expect(await manager.client.refused(reviews.decide, { id, lines: [decision(ofGroup, 'taken')] })).toBe(4910);
    await manager.client.call(reviews.decide, { id, lines: [decision(ofGroup, 'confirmed')] });
    const all = await linesOf(await open(folder));
    expect(all).toHaveLength(4);
    const theirs = all.find((line) => line.objName === 'Inner');
    expect(await manager.client.refused(reviews.decide, { id, lines: [decision(theirs, 'taken')] })).toBe(4905);
    for (const [route, input] of [
      [reviews.sheet, { id }],
      [reviews.decide, { id, lines: [decision(ofGroup, 'open')] }],
      [reviews.close, { id }],
    ] as const) {
      expect(await staff.client.refused(route, input)).toBe(4901);
      const other = await makeOrganisation(dossier);
      expect(await other.admin.refused(route, input)).toBe(4911);
    }
    expect(await manager.client.refused(reviews.history, { objId: inner })).toBe(4901);
    expect(await manager.client.refused(reviews.plan, { objId: inner, months: 3 })).toBe(4901);
  });

  it('is not closed while it covers items that its closer does not manage, and hides those', async () => {
    await give(folder, { granteeId: manager.id, level: level.full });
    await give(inner);
    await dossier.admin.call(permissions.inherit, { objId: inner, inherit: false });
    await dossier.admin.call(permissions.revoke, { objId: inner, granteeType: 'user', granteeId: manager.id }).catch(() => undefined);
    const id = await open(folder);
    for (const line of await linesOf(id, manager.client))
      await manager.client.call(reviews.decide, { id, lines: [decision(line, 'confirmed')] });
    expect(await linesOf(id, manager.client)).toHaveLength(1);
    expect(await manager.client.call(reviews.close, { id })).toEqual({ closed: false, open: 1 });
    await dossier.admin.call(library.delete, { objIds: [inner] });
    await dossier.admin.call(library.remove, { objIds: [inner] });
    expect(await linesOf(id, manager.client)).toHaveLength(1);
    expect(await manager.client.call(reviews.close, { id })).toEqual({ closed: true, open: 0 });
    expect((await manager.client.call(reviews.history, { objId: folder })).list[0]).toMatchObject({ confirmed: 1, gone: 1 });
  });

  it('names lost items to the user who decided about them, and counts them for others', async () => {
    for (const one of [manager, staff]) await give(folder, { granteeId: one.id, level: level.full });
    const secret = await makeFolder(manager.client, folder, { name: 'Dismissal of Zora' });
    await give(secret, { granteeType: 'group', granteeId: group }, manager.client);
    await dossier.admin.call(permissions.owner, { objId: secret, userId: manager.id });
    await manager.client.call(permissions.inherit, { objId: secret, inherit: false });
    await manager.client.call(permissions.revoke, { objId: secret, granteeType: 'user', granteeId: staff.id }).catch(() => undefined);
    // the review showed its opener only what they managed then
    const id = await open(folder, staff.client);
    await open(folder, manager.client);
    const ofSecret = (await linesOf(id, manager.client)).filter((line) => line.objId === secret);
    const [decided] = ofSecret;
    await manager.client.call(reviews.decide, { id, lines: [decision(decided, 'confirmed')] });
    expect(await staff.client.call(reviews.sheet, { id })).toMatchObject({ hidden: 1, unlisted: 0 });
    await manager.client.call(library.delete, { objIds: [secret] });
    await manager.client.call(library.remove, { objIds: [secret] });
    const [theirs, mine] = [await staff.client.call(reviews.sheet, { id }), await manager.client.call(reviews.sheet, { id })];
    expect(JSON.stringify(theirs)).not.toMatch(/Dismissal|Buyers/);
    expect([theirs.hidden, theirs.unlisted, mine.unlisted]).toEqual([0, ofSecret.length, ofSecret.length - 1]);
    expect(mine.lines.filter((line) => line.objId === undefined).map((line) => [line.objName, line.granteeName])).toEqual([
      ['Dismissal of Zora', decided?.granteeName],
    ]);
  });

  it('is unique for an item, and is removed with it', async () => {
    await give(folder);
    const ids = await Promise.all([open(folder), open(folder), open(folder)]);
    expect(new Set(ids).size).toBe(1);
    await dossier.admin.call(library.delete, { objIds: [folder] });
    expect(await dossier.admin.refused(reviews.sheet, { id: ids[0] })).toBe(4911);
    await dossier.admin.call(library.remove, { objIds: [folder] });
    expect(
      await dossier.services.database.read.selectFrom('access_review').selectAll().where('item_id', '=', Number(folder)).execute(),
    ).toEqual([]);
  });
});

describe('due reviews', () => {
  const notified = async (client: Client) =>
    (await client.call(messages.list, { pageSize: 50 })).list.filter((one) => one.msgType === msgType.reviewDue);
  const pass = async (days: number) => {
    dossier.clock.forward(days * day);
    dossier.admin = await dossier.as({ loginName: 'admin', password: adminPassword });
    manager.client = await dossier.as(manager);
    staff.client = await dossier.as(staff);
  };

  it('notify the managers once, and are listed overdue first', async () => {
    await give(cabinet, { granteeId: manager.id, level: level.full });
    await give(cabinet);
    const other = await makeCabinet(dossier.admin);
    const mine = await makeCabinet(manager.client, { moduleType: 2 });
    await manager.client.call(reviews.plan, { objId: mine, months: 3 });
    await dossier.admin.call(reviews.plan, { objId: other, months: 12 });
    await dossier.admin.call(reviews.plan, { objId: cabinet, months: 3 });
    expect(await dossier.admin.refused(reviews.plan, { objId: folder, months: 3 })).toBe(4401);
    expect(await dossier.admin.refused(reviews.plan, { objId: cabinet, months: 4 })).toBe(400);
    await pass(93);
    await Promise.all([remindOfReviews(dossier.services), remindOfReviews(dossier.services)]);
    await remindOfReviews(dossier.services);
    expect([await notified(manager.client), await notified(dossier.admin), await notified(staff.client)].map((one) => one.length)).toEqual([
      2, 1, 0,
    ]);
    const { list } = await dossier.admin.call(reviews.states, { pageSize: 100 });
    expect(list[0]).toMatchObject({ objId: cabinet, overdue: true, months: 3 });
    expect(list.find((one) => one.objId === other)).toMatchObject({ overdue: false, months: 12 });
    expect(list.map((one) => one.objId)).not.toContain(mine);
    expect((await manager.client.call(reviews.states)).list.map((one) => one.objId)[0]).toBe(cabinet);
    expect(await manager.client.refused(reviews.states, { scope: 'all' })).toBe(1011);
    const id = await open(cabinet);
    for (const line of await linesOf(id)) await decide(id, line, 'confirmed');
    await dossier.admin.call(reviews.close, { id });
    expect(
      (await dossier.admin.call(reviews.states, { scope: 'all', pageSize: 100 })).list.find((one) => one.objId === cabinet),
    ).toMatchObject({
      overdue: false,
      lastBy: 'Administrator',
    });
    await pass(93);
    // the sweep also runs at start
    await dossier.reopen();
    await expect.poll(async () => (await notified(dossier.admin)).length).toBe(2);
    await dossier.admin.call(reviews.plan, { objId: cabinet, months: 0 });
    expect((await dossier.admin.call(reviews.history, { objId: cabinet })).nextAt).toBeUndefined();
  });
});
