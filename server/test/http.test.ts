import { calls } from '@dossier/contract/calls';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from './test-server.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

const get = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await dossier.server.app.inject({ method: 'GET', url, headers });
  return { status: answer.statusCode, headers: answer.headers, json: () => JSON.parse(answer.payload) as Record<string, unknown> };
};

describe('the server', () => {
  it('reports its health, without a session', async () => {
    const { status, json } = await get('/health');
    expect([status, json()]).toEqual([200, { code: 200, message: 'OK', data: { status: 'ok', version: expect.any(String) } }]);
  });

  it('reports when its database is unreachable', async () => {
    const own = await openTestServer();
    await own.services.database.write((db) => db.schema.alterTable('cache_version').renameTo('cache_version_away').execute());
    const answer = await own.server.app.inject({ method: 'GET', url: '/health' });
    expect(answer.statusCode).toBe(503);
    expect(JSON.parse(answer.payload)).toMatchObject({ code: 500, data: { status: 'down' } });
    await own.close();
  });

  it('describes every call, with input and output', async () => {
    const description = (await get('/openapi.json')).json() as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string; summary: string; security?: unknown; responses: object }>>;
    };
    expect(description.openapi).toBe('3.1.0');
    for (const [module, routes] of Object.entries(calls)) {
      for (const [name, route] of Object.entries(routes)) {
        const operation = description.paths[route.path]?.[route.method.toLowerCase()];
        expect(operation).toMatchObject({ operationId: `${module}.${name}`, summary: route.does });
        expect(operation?.security !== undefined).toBe(route.access !== 'public');
        expect(JSON.stringify(operation?.responses)).toContain('"properties":{"code"');
      }
    }
  });

  it('keeps answers out of caches', async () => {
    for (const client of [dossier.admin, dossier.nobody]) {
      expect((await client.raw(session.current)).headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
      });
    }
  });

  it('forbids to guess the type of any answer: calls, refusals, files, what there is not and what it cannot read', async () => {
    const { id } = await dossier.admin.call(session.current);
    const urls = [
      '/health',
      '/openapi.json',
      '/session/current',
      `/user/header?id=${id}`,
      '/no/such/call',
      '/dav/',
      '/msg/live',
      '/bad%zzurl',
      `/files/${'x'.repeat(5000)}`,
    ];
    for (const authorization of ['', dossier.admin.token!])
      for (const url of urls)
        expect([url, (await get(url, { authorization })).headers['x-content-type-options']]).toEqual([url, 'nosniff']);
    expect((await dossier.admin.raw(people.createGroup, '{')).headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
  });

  it.each([
    ['no JSON', '{', [400, 400]],
    ['a list', '[]', [400, 400]],
    ['a number', '7', [400, 400]],
    ['too much', JSON.stringify({ name: 'x'.repeat(5 << 20) }), [413, 4602]],
    ['very deep', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, [400, 400]],
    ['a broken prototype', '{"__proto__":{"name":"x"},"constructor":{"name":"x"}}', [400, 400]],
  ])('refuses a body that is %s', async (_, body, refusal) => {
    const answer = await dossier.admin.raw(people.createGroup, body);
    expect([answer.status, (JSON.parse(answer.text) as { code: number }).code]).toEqual(refusal);
  });

  const sent = async (url: string, body: string, type = 'application/json') => {
    const answer = await dossier.server.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload: body });
    return [answer.statusCode, (JSON.parse(answer.payload) as { code: number }).code];
  };

  it('reads no body of an unauthenticated request, and a small one of a public call', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(5 << 20) });
    expect(await sent(people.createGroup.path, large)).toEqual([401, 501]);
    expect(await sent(session.login.path, JSON.stringify({ loginName: 'x'.repeat(70_000), password: 'x' }))).toEqual([413, 4602]);
  });

  it('takes form fields as well as JSON, as many as a call can have', async () => {
    const form = 'application/x-www-form-urlencoded';
    expect(await sent(session.login.path, 'loginName=nobody+here&password=wrong%20one&loginModel=1', form)).toEqual([422, 2003]);
    expect(await sent(session.login.path, 'a&'.repeat(30_000), form)).toEqual([400, 400]);
    expect(await sent(session.login.path, Array.from({ length: 1001 }, (_, n) => `f${n}=1`).join('&'), form)).toEqual([400, 400]);
  });

  it('names the fields that are wrong, never their values', async () => {
    const { text } = await dossier.admin.raw(people.createUser, { loginName: 'x', fullName: 'y', password: { secret: 'hunter2' } });
    expect(JSON.parse(text)).toMatchObject({ code: 400, data: { fields: ['password'] } });
    expect(text).not.toContain('hunter2');
  });

  it('takes lists as joined text or as JSON, numbers as text, and refuses a repeated field', async () => {
    const { id } = await dossier.admin.call(people.createGroup, { name: 'Listed' });
    const me = (await dossier.admin.call(session.current)).id;
    await dossier.admin.call(people.addToGroup, { id, userIds: `${me},${me}` });
    await dossier.admin.call(people.removeFromGroup, { id, userIds: [me] });
    const authorization = dossier.admin.token!;
    expect((await get('/group/pageList?pageNo=1&pageSize=5', { authorization })).json()).toMatchObject({
      code: 200,
      data: { pageSize: 5 },
    });
    expect((await get('/group/pageList?pageNo=1&pageNo=2', { authorization })).status).toBe(400);
  });

  it('rolls back what a refused call began', async () => {
    const before = await dossier.admin.call(people.users);
    const input = { loginName: 'half', fullName: 'Half', password: 'pass-word', departmentIds: ['77'] };
    expect(await dossier.admin.refused(people.createUser, input)).toBe(2103);
    expect((await dossier.admin.call(people.users)).totalNumber).toBe(before.totalNumber);
    const waiting = await dossier.services.database.read.selectFrom('outbox').select('event').where('event', '=', 'user.created').execute();
    expect(waiting).toEqual([]);
  });
});
