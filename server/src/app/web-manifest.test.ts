import { organisations } from '@dossier/contract/identity/organisations';
import { session } from '@dossier/contract/identity/sessions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../test/test-server.ts';

let dossier: TestServer;
beforeAll(async () => void (dossier = await openTestServer()));
afterAll(() => dossier.close());

const ask = async (lang: string) => {
  const { headers, payload } = await dossier.server.app.inject({ url: '/manifest.webmanifest', headers: { 'accept-language': lang } });
  return {
    headers,
    manifest: JSON.parse(payload) as Record<string, unknown> & { icons: { purpose?: string }[]; shortcuts: { name: string }[] },
  };
};

it('is installed under the title that the organisation chose, in the language of the browser', async () => {
  const { headers, manifest } = await ask('en');
  expect(headers['content-type']).toContain('application/manifest+json');
  expect(manifest).toMatchObject({ id: '/', name: 'Dossier', start_url: '/home', scope: '/', display: 'standalone', lang: 'en' });
  expect(manifest.icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1);
  const { spaceId } = await dossier.admin.call(session.current);
  await dossier.admin.call(organisations.updateOrganisation, { id: spaceId, title: 'Northern Archive', accent: '#225533' });
  const branded = await ask('zh-CN');
  expect(branded.manifest).toMatchObject({ id: '/', name: 'Northern Archive', theme_color: '#225533', lang: 'zh-CN' });
  expect(branded.manifest.shortcuts.map(({ name }) => name)).toContain('待办');
});

it('is offered files that other apps share, and says that they did not arrive where no service worker took them', async () => {
  const { manifest } = await ask('en');
  expect(manifest['share_target']).toEqual({
    action: '/receive',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { files: [{ name: 'files', accept: ['*/*'] }] },
  });
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const { statusCode, headers: answered } = await dossier.server.app.inject({ method: 'POST', url: '/receive', headers, payload: '--x--' });
  expect([statusCode, answered.location]).toEqual([303, '/receive?failed=1']);
});
