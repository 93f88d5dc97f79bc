import { calls } from '@dossier/contract/calls';
import type { Route } from '@dossier/contract/core/route';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { served } from '../src/app/modules.ts';
import type { Client } from './client.ts';
import { type TestServer, openTestServer } from './test-server.ts';
import { makeSignedIn } from './make.ts';

let dossier: TestServer;
let staff: Client;
beforeAll(async () => {
  dossier = await openTestServer();
  staff = (await makeSignedIn(dossier)).client;
});
afterAll(() => dossier.close());

const routes = Object.values(calls)
  .flatMap((module) => Object.values(module))
  .filter((route) => served.some((one) => one.route === route));
const named = (wanted: (route: Route) => boolean) => routes.filter((route) => wanted(route)).map((route) => [route.path, route] as const);

describe('every call except public ones', () => {
  it.each(named((route) => route.access !== 'public'))('%s refuses who is not signed in', async (_, route) => {
    expect(await dossier.nobody.refused(route)).toBe(route.access === 'link' ? 503 : 501);
  });

  it.each(named((route) => route.access === 'link'))('%s is for visitors of links, not for who is signed in', async (_, route) => {
    expect(await dossier.admin.refused(route)).toBe(503);
  });
});

describe('every administrative call', () => {
  it.each(named((route) => ['admin', 'siteAdmin'].includes(route.access)))('%s refuses staff', async (_, route) => {
    expect(await staff.refused(route)).toBe(1011);
  });
});

describe('every call', () => {
  it.each(named(() => true))('%s answers an envelope to nonsense, never an error of ours', async (_, route) => {
    const nonsense = {
      id: '\u0000',
      objId: { a: 1 },
      ids: [[]],
      pageNo: 'x',
      keyword: '\u0000%_\ud800',
      name: '\u0000',
      loginName: '\u0000',
      password: [],
    };
    for (const input of [nonsense, { keyword: '\u0000' }, { loginName: '\u0000', password: '\u0000' }]) {
      const { status, text } = await dossier.admin.raw(route, input);
      const { code } = JSON.parse(text) as { code: number };
      expect([status < 500, code < 500 || code > 502]).toEqual([true, true]);
      if (route.path.endsWith('Logout') || route.path.endsWith('logoutAll'))
        dossier.admin = await dossier.as({ loginName: 'admin', password: 'admin-pass-1' });
    }
  });
});
