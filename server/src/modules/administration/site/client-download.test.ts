import { site } from '@dossier/contract/core/site';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';

let dossier: TestServer;
beforeAll(async () => void (dossier = await openTestServer()));
afterAll(() => dossier.close());

const save = (values: Record<string, string>) => ({ group: 'clients' as const, values });
const fetched = (platform?: string) =>
  dossier.server.app.inject({ method: 'GET', url: `/external/download/client${platform === undefined ? '' : `?platform=${platform}`}` });

it('an installer is offered where the settings name one, and redirects to it', async () => {
  expect((await dossier.nobody.call(site.doors)).clients).toEqual([]);
  const missing = await fetched();
  expect([missing.statusCode, missing.json().code]).toEqual([404, 4635]);
  await dossier.admin.call(site.saveSettings, save({ desktop: 'https://files.example/dossier.exe', syncDisk: '/static/sync.msi' }));
  expect((await dossier.nobody.call(site.doors)).clients).toEqual(['desktop', 'syncDisk']);
  for (const [platform, to] of [
    [undefined, 'https://files.example/dossier.exe'],
    ['desktop', 'https://files.example/dossier.exe'],
    ['syncDisk', '/static/sync.msi'],
  ] as const) {
    const answer = await fetched(platform);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, to]);
  }
  for (const none of ['mobile', 'nothing', '__proto__']) expect((await fetched(none)).statusCode).toBe(404);
});

it.each(['http://files.example/x', 'javascript:alert(1)', '//evil.example/x', '/\\evil.example', '/ x', 'x.exe', 'https://a b', '/\tx'])(
  'an installer is not at %j',
  async (address) => {
    expect(await dossier.admin.refused(site.saveSettings, save({ desktop: address }))).toBe(400);
  },
);
