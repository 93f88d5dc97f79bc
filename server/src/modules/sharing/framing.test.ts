import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { site } from '@dossier/contract/core/site';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { createApp } from '../../platform/http/app.ts';
import { serveClient } from '../../platform/http/static-client.ts';
import { framingHosts } from './share-rules.ts';

let dossier: TestServer;
let dist: string;
beforeAll(async () => {
  dossier = await openTestServer();
  dist = await mkdtemp(join(tmpdir(), 'dossier-client-'));
  for (const page of ['index.html', 'share.html']) await writeFile(join(dist, page), '<p>page</p>');
});
afterAll(async () => {
  await dossier.close();
  await rm(dist, { recursive: true, force: true });
});

const save = (frameHosts: string[]) => ({ group: 'share' as const, values: { frameHosts } });

it('pages for frames may be framed by the hosts that the site allows, and other pages by nobody', async () => {
  const app = createApp([]);
  try {
    serveClient(app, dist, async (path) => ({ framedBy: await framingHosts(dossier.services, path) }));
    const framing = async (url: string) => {
      const { headers } = await app.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
      return [/frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1], headers['x-frame-options']];
    };
    const nobody = ["'none'", 'DENY'];
    expect(await framing('/view-share?token=a')).toEqual(nobody);
    await dossier.admin.call(site.saveSettings, save(['Intranet.example.com', '*.example.org:8443']));
    for (const path of ['/view-share?token=a', '/view-share/curlList'])
      expect(await framing(path)).toEqual(['intranet.example.com *.example.org:8443', undefined]);
    for (const path of ['/', '/curlList', '/view-share/../login', '/view-share/other']) expect(await framing(path)).toEqual(nobody);
    for (const wrong of ['a.com; script-src *', "'self'", 'https://a.com', '*', 'a b'])
      expect(await dossier.admin.refused(site.saveSettings, save([wrong]))).toBe(400);
  } finally {
    await app.close();
  }
});
