import { permissions } from '@dossier/contract/access/permissions';
import { level, moduleType, right } from '@dossier/contract/core/rights';
import type { InputOf } from '@dossier/contract/core/route';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeBareDocument } from './bare-documents.ts';
import type { Client } from './client.ts';
import { casesOnEngine } from './long.ts';
import { type TestServer, openTestServer } from './test-server.ts';
import { makeCabinet, makeFolder } from './make-items.ts';
import { makeDepartment, makeGroup, makeRole, makeSignedIn } from './make.ts';
import { expectWholeTree } from './tree-check.ts';

type Given = Omit<InputOf<typeof permissions.grant>, 'objId' | 'granteeType' | 'granteeId' | 'deadline'> & { deadline?: string };

let dossier: TestServer;
let manager: Awaited<ReturnType<typeof makeSignedIn>>;
let friend: Awaited<ReturnType<typeof makeSignedIn>>;
let department: string;
let group: string;
let role: string;
let spaceId: string;
const at = { cabinet: '', folder: '', inner: '', from: '', beside: '' };
beforeAll(async () => {
  dossier = await openTestServer();
  department = await makeDepartment(dossier);
  manager = await makeSignedIn(dossier, { departmentIds: [department] });
  friend = await makeSignedIn(dossier, { departmentIds: [department] });
  group = await makeGroup(dossier, [manager.id, friend.id]);
  role = await makeRole(dossier, { userIds: [friend.id] });
  spaceId = (await dossier.admin.call(session.current)).spaceId;
});
beforeEach(async () => {
  at.cabinet = await makeCabinet(dossier.admin);
  at.folder = await makeFolder(dossier.admin, at.cabinet);
  at.inner = await makeFolder(dossier.admin, at.folder);
  at.from = await makeFolder(dossier.admin, at.folder);
  at.beside = await makeFolder(dossier.admin, at.cabinet);
});
afterEach(() => expectWholeTree(dossier));
afterAll(() => dossier.close());

const ceilings = [level.title, right.manage | level.view, level.download];
const levels = [level.view, level.download, level.modify];
const minute = 60_000;
const soon = () => new Date(dossier.clock.now() + 60 * minute).toISOString();

/** The code of an answer: 200 for success. */
const codeOf = async (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 200,
    (error: unknown) => (error as { code: number }).code,
  );
const give = (client: Client, objId: string, { to = friend.id, ...given }: Given & { to?: string }) =>
  client.call(permissions.grant, { objId, granteeType: 'user', granteeId: to, ...given });
const byManager = (objId: string, given: Given & { to?: string }) => codeOf(give(manager.client, objId, given));
const cap = (handOn: number | undefined, objId = at.folder) =>
  give(dossier.admin, objId, { to: manager.id, level: level.full, ...(handOn !== undefined && { handOn }) });
const mayGive = async (objId = at.folder) => {
  const { mayGive: limit, capped } = await manager.client.call(permissions.list, { objId });
  return { most: limit, capped };
};
const fits = (bits: number, limit: number): boolean => (bits & ~limit) === 0;
const expected = (bits: number, limit: number): number => (fits(bits, limit) ? 200 : 4910);

/** Each call that grants, changes or removes a right; returns its code. The friend's right of this level is in its way, or is what it grants. */
const attempts: Record<string, (bits: number) => Promise<number>> = {
  'giving to a person': (bits) => byManager(at.inner, { level: bits }),
  'giving for a time': (bits) => byManager(at.inner, { level: bits, deadline: soon() }),
  'giving as a replacement': async (bits) => {
    await give(dossier.admin, at.inner, { level: level.title });
    return byManager(at.inner, { level: bits });
  },
  'giving to a group of one’s own': (bits) =>
    codeOf(manager.client.call(permissions.grant, { objId: at.inner, granteeType: 'group', granteeId: group, level: bits })),
  'giving to a department of one’s own': (bits) =>
    codeOf(manager.client.call(permissions.grant, { objId: at.inner, granteeType: 'department', granteeId: department, level: bits })),
  'giving to a role': (bits) =>
    codeOf(manager.client.call(permissions.grant, { objId: at.inner, granteeType: 'role', granteeId: role, level: bits })),
  'giving to everybody': (bits) =>
    codeOf(manager.client.call(permissions.grant, { objId: at.inner, granteeType: 'organisation', granteeId: spaceId, level: bits })),
  taking: async (bits) => {
    const { ids } = await give(dossier.admin, at.inner, { level: bits });
    return codeOf(manager.client.call(permissions.revoke, { objId: at.inner, id: ids[0] }));
  },
  refusing: async (bits) => {
    await give(dossier.admin, at.inner, { level: bits });
    return byManager(at.inner, { level: level.none });
  },
  extending: async (bits) => {
    const { ids } = await give(dossier.admin, at.inner, { level: bits, deadline: soon() });
    return codeOf(manager.client.call(permissions.extend, { grants: ids.map((id) => ({ id })) }));
  },
  shortening: async (bits) => {
    const { ids } = await give(dossier.admin, at.inner, { level: bits });
    return codeOf(manager.client.call(permissions.extend, { grants: ids.map((id) => ({ id, deadline: soon() })) }));
  },
  ending: async (bits) => codeOf(manager.client.call(permissions.end, { ids: (await give(dossier.admin, at.inner, { level: bits })).ids })),
  copying: async (bits) => {
    await give(dossier.admin, at.from, { level: bits });
    return codeOf(manager.client.call(permissions.copy, { objId: at.inner, fromId: at.from }));
  },
  'copying over': async (bits) => {
    await give(dossier.admin, at.inner, { level: bits });
    return codeOf(manager.client.call(permissions.copy, { objId: at.inner, fromId: at.from }));
  },
  replacing: (bits) => {
    const grants = [{ granteeType: 'user' as const, granteeId: friend.id, level: bits, reach: 'all' as const }];
    return codeOf(manager.client.call(permissions.replace, { objId: at.inner, grants, seen: [] }));
  },
  'cancelling inheritance': async (bits) => {
    await give(dossier.admin, at.folder, { level: bits });
    return codeOf(manager.client.call(permissions.inherit, { objId: at.inner, inherit: false }));
  },
  'renewing inheritance': async (bits) => {
    const limit = (await mayGive()).most;
    await dossier.admin.call(permissions.inherit, { objId: at.inner, inherit: false });
    await cap(limit, at.inner);
    await give(dossier.admin, at.folder, { level: bits });
    return codeOf(manager.client.call(permissions.inherit, { objId: at.inner, inherit: true }));
  },
};

describe.each(ceilings)('a manager with grantable permissions %i', (limit) => {
  it.each(casesOnEngine(Object.keys(attempts), ceilings.indexOf(limit)))(
    'does by %s what is within it, and nothing above',
    async (name) => {
      for (const bits of levels) {
        at.folder = await makeFolder(dossier.admin, at.cabinet);
        at.inner = await makeFolder(dossier.admin, at.folder);
        at.from = await makeFolder(dossier.admin, at.folder);
        await cap(limit);
        expect({ name, bits, code: await attempts[name]?.(bits) }).toEqual({ name, bits, code: expected(bits, limit) });
        expect(await mayGive()).toEqual({ most: limit, capped: true });
        expect(await mayGive(at.inner)).toEqual({ most: limit, capped: true });
      }
    },
  );

  it('grants management only within it', async () => {
    await cap(limit);
    const manage = limit | right.manage | level.view;
    const allowed = (limit & right.manage) !== 0;
    expect(await byManager(at.inner, { level: manage })).toBe(4910);
    // grantable permissions cannot exceed the level itself
    expect(await byManager(at.inner, { level: manage, handOn: level.full })).toBe(allowed ? 200 : 4910);
    expect(await byManager(at.inner, { level: manage, handOn: limit })).toBe(allowed ? 200 : 4910);
    if (!allowed) return;
    const told = await friend.client.call(permissions.list, { objId: at.inner });
    expect(told).toMatchObject({ rights: manage, mayGive: limit, capped: true });
    const toRole = { objId: at.inner, granteeType: 'role', granteeId: role, level: manage } as const;
    expect(await friend.client.refused(permissions.grant, toRole)).toBe(4910);
    await friend.client.call(permissions.grant, { ...toRole, handOn: limit });
    const { ids } = await give(dossier.admin, at.inner, { level: manage });
    expect(await codeOf(manager.client.call(permissions.revoke, { objId: at.inner, id: ids[0] }))).toBe(4910);
  });

  it('changes no owner, and moves nothing to where they may grant more', async () => {
    await cap(limit);
    await cap(undefined, at.beside);
    const own = await makeCabinet(manager.client, { moduleType: moduleType.my });
    const document = await makeBareDocument(dossier, dossier.admin, { parentId: at.inner });
    const mine = { objId: at.inner, userId: manager.id };
    expect(await manager.client.refused(permissions.owner, mine)).toBe(4910);
    for (const objIds of [[at.inner], [document]])
      for (const parentId of [own, at.beside]) {
        expect(await manager.client.refused(library.move, { objIds, parentId })).toBe(4809);
        await manager.client.call(library.cut, { objIds });
        expect(await manager.client.refused(library.paste, { parentId })).toBe(4809);
      }
    await manager.client.call(library.move, { objIds: [document], parentId: at.from });
    await manager.client.call(library.delete, { objIds: [at.inner] });
    await manager.client.call(library.restore, { objIds: [at.inner] });
    expect(await mayGive(at.inner)).toEqual({ most: limit, capped: true });
  });
});

describe('without grantable permissions of its own', () => {
  it.each(casesOnEngine(Object.keys(attempts), ceilings.length))('%s goes as far as the own rights', async (name) => {
    for (const bits of levels) {
      at.folder = await makeFolder(dossier.admin, at.cabinet);
      at.inner = await makeFolder(dossier.admin, at.folder);
      at.from = await makeFolder(dossier.admin, at.folder);
      await cap(undefined);
      expect({ bits, code: await attempts[name]?.(bits) }).toEqual({ bits, code: 200 });
    }
  });

  it('a limit is set, raised and removed again', async () => {
    await cap(undefined);
    await give(manager.client, at.inner, { level: level.full, handOn: level.view });
    const told = async () => (await friend.client.call(permissions.list, { objId: at.inner })).mayGive;
    expect(await told()).toBe(level.view);
    await give(manager.client, at.inner, { level: level.full, handOn: level.download });
    expect(await told()).toBe(level.download);
    await give(manager.client, at.inner, { level: level.full });
    expect(await told()).toBe(level.full);
  });
});

describe('several rights to manage', () => {
  it('unite their grantable permissions, as explained', async () => {
    await cap(level.view);
    const asked = { objId: at.folder, userId: manager.id };
    expect(await dossier.admin.call(permissions.explain, asked)).toMatchObject({
      level: 255,
      handOn: level.view,
      sources: [{ handOn: 3 }],
    });
    expect((await dossier.admin.call(permissions.reachedBy, { objId: at.folder })).list).toContainEqual(
      expect.objectContaining({ userId: manager.id, handOn: level.view }),
    );
    const toGroup = { objId: at.folder, granteeType: 'group', granteeId: group, level: level.full } as const;
    await dossier.admin.call(permissions.grant, { ...toGroup, handOn: level.download });
    expect(await mayGive()).toEqual({ most: level.download, capped: true });
    await dossier.admin.call(permissions.grant, toGroup);
    expect(await mayGive()).toEqual({ most: level.full, capped: false });
    expect((await dossier.admin.call(permissions.explain, asked)).handOn).toBeUndefined();
  });

  it('grant no longer than each lasts', async () => {
    await cap(level.view);
    const deadline = soon();
    const toGroup = { objId: at.folder, granteeType: 'group', granteeId: group, level: level.full, deadline } as const;
    await dossier.admin.call(permissions.grant, toGroup);
    expect(await byManager(at.inner, { level: level.download })).toBe(4908);
    expect(await byManager(at.inner, { level: level.download, deadline })).toBe(200);
    expect(await byManager(at.inner, { level: level.view })).toBe(200);
  });

  it('keep the limit when inheritance is cancelled and grants are kept', async () => {
    await cap(level.view);
    await give(dossier.admin, at.folder, { level: level.download });
    await manager.client.call(permissions.inherit, { objId: at.inner, inherit: false, keep: true });
    expect(await mayGive(at.inner)).toEqual({ most: level.view, capped: true });
    expect((await friend.client.call(permissions.list, { objId: at.inner })).rights).toBe(level.download);
  });

  it('are not shown to users who may not manage', async () => {
    await give(dossier.admin, at.folder, { level: level.modify });
    expect(await friend.client.call(permissions.list, { objId: at.folder })).toMatchObject({ mayGive: level.modify, capped: false });
  });
});
