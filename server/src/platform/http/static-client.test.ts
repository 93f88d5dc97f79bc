import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createApp } from './app.ts';
import { serveClient } from './static-client.ts';

it('keeps serving the page while a build under the running server has removed it', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'dossier-client-'));
  const app = createApp([]);
  try {
    await writeFile(join(dist, 'index.html'), '<script>first()</script>');
    serveClient(app, dist);
    const look = () => app.inject({ method: 'GET', url: '/doc-type/index', headers: { accept: 'text/html' } });
    const before = await look();
    await rm(join(dist, 'index.html'));
    const meanwhile = await look();
    expect([meanwhile.statusCode, meanwhile.payload]).toEqual([200, before.payload]);
    expect(meanwhile.headers['content-security-policy']).toBe(before.headers['content-security-policy']);
    await writeFile(join(dist, 'index.html'), '<script>second()</script>');
    expect((await look()).payload).toContain('second');
  } finally {
    await app.close();
    await rm(dist, { recursive: true, force: true });
  }
});

it('answers the page of the client to unknown paths that are asked for HTML, and 404 to others', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'dossier-client-'));
  const app = createApp([]);
  try {
    await writeFile(join(dist, 'index.html'), '<title>client</title>');
    serveClient(app, dist);
    const get = async (url: string, accept: string, method: 'GET' | 'POST' = 'GET') => {
      const { statusCode, headers, payload } = await app.inject({ method, url, headers: { accept } });
      return [statusCode, String(headers['content-type']).split(';')[0], payload.includes('<title>client')];
    };
    for (const path of ['/no/such/page', '/knowledge/index?id=5', '/flow/index/finshFlow/7'])
      expect(await get(path, 'text/html,application/xhtml+xml,*/*;q=0.8')).toEqual([200, 'text/html', true]);
    expect(await get('/no/such/page', 'application/json')).toEqual([404, 'application/json', false]);
    expect((await get('/no/such/page', 'text/html', 'POST'))[0]).toBe(404);
  } finally {
    await app.close();
    await rm(dist, { recursive: true, force: true });
  }
});

it('serves the service worker and the reader of offline documents as the last build made them, with their types, and lets nobody keep them', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'dossier-client-'));
  const app = createApp([]);
  try {
    const write = async (build: string) => {
      await writeFile(join(dist, 'index.html'), '');
      await mkdir(join(dist, 'offline'), { recursive: true });
      for (const name of ['service-worker.js', 'service-worker.js.gz', 'offline/pdf.js', 'offline/files.json'])
        await writeFile(join(dist, name), build);
    };
    serveClient(app, dist);
    const get = async (url: string, encoding = '') => {
      const { headers, payload } = await app.inject({ method: 'GET', url, headers: { 'accept-encoding': encoding } });
      return [payload, headers['cache-control'], String(headers['content-type']).split(';')[0]];
    };
    for (const build of ['first', 'second']) {
      await write(build);
      for (const encoding of ['', 'gzip'])
        expect(await get('/service-worker.js', encoding)).toEqual([build, 'no-cache', 'text/javascript']);
      expect(await get('/offline/pdf.js')).toEqual([build, 'no-cache', 'text/javascript']);
      expect(await get('/offline/files.json')).toEqual([build, 'no-cache', 'application/json']);
    }
  } finally {
    await app.close();
    await rm(dist, { recursive: true, force: true });
  }
});
