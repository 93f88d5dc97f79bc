import { codes } from '@dossier/contract/core/codes';
import { avatarPaths, session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { findRole } from '../../../../test/make.ts';
import { enter, makeGuest } from '../../../../test/other-organisation.ts';
import { rewritePng } from '../../../platform/images/rewrite-png.ts';

let dossier: TestServer;
beforeAll(async () => void (dossier = await openTestServer()));
afterAll(() => dossier.close());

function picture(side = 200): Buffer {
  const canvas = createCanvas(side, side);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#1890ff';
  pen.fillRect(0, 0, side / 2, side);
  return canvas.toBuffer('image/png');
}

async function put(bytes: Buffer, token: string | undefined = dossier.admin.token, field = 'file') {
  const form = new FormData();
  form.set(field, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'me.png');
  const request = new Request('http://server/', { method: 'POST', body: form });
  const answer = await dossier.server.app.inject({
    method: 'POST',
    url: avatarPaths.put,
    headers: { 'content-type': request.headers.get('content-type') ?? '', ...(token && { authorization: token }) },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return (answer.json() as { code: number }).code;
}

const see = (url: string, token?: string) =>
  dossier.server.app.inject({ method: 'GET', url, headers: token === undefined ? {} : { authorization: token } });

test('a picture is stored, served by its address, in lists, and to colleagues only', async () => {
  expect((await dossier.admin.call(session.current)).hasAvatar).toBe(false);
  expect(await put(picture())).toBe(200);
  const { hasAvatar, avatarUrl } = await dossier.admin.call(session.current);
  expect(hasAvatar).toBe(true);
  const shown = await see(avatarUrl ?? '');
  expect(shown.headers['content-type']).toBe('image/png');
  expect(shown.rawPayload.subarray(1, 4).toString()).toBe('PNG');
  expect((await see(avatarPaths.see, dossier.admin.token)).rawPayload).toEqual(shown.rawPayload);
  const { list } = await dossier.admin.call(people.users, {});
  expect(list.find((one) => one.loginName === 'admin')?.avatarUrl).toBeDefined();
  expect((await see(avatarPaths.see)).statusCode).toBe(401);
  expect((await see(`${avatarUrl}x`)).statusCode).toBeGreaterThanOrEqual(400);
  expect((await see(`${avatarPaths.see}?id=999999`, dossier.admin.token)).statusCode).toBe(404);
});

test('a picture ticket ends with its session', async () => {
  const person = { loginName: 'pia', password: 'pia-pass-1' };
  await dossier.admin.call(people.createUser, { ...person, fullName: 'Pia Picture' });
  const pia = await dossier.as(person);
  expect(await put(picture(), pia.token)).toBe(200);
  const { avatarUrl } = await pia.call(session.current);
  await pia.call(session.logout);
  expect((await see(avatarUrl ?? '')).statusCode).toBe(401);
});

test('a picture ticket ends with the membership, and is invalid in another space', async () => {
  const guest = await makeGuest(dossier);
  const { admin, adminId, id } = guest.other;
  expect(await put(picture(), admin.token)).toBe(200);
  const roleIds = [await findRole(admin, 'Administrators')];
  await admin.call(people.updateUser, { id: guest.id, roleIds });
  const { spaceId } = await guest.client.call(session.current);
  await enter(guest.client, id);
  const url = (await guest.client.call(people.users, {})).list.find((one) => one.id === adminId)?.avatarUrl ?? '';
  expect((await see(url)).statusCode).toBe(200);
  await enter(guest.client, spaceId);
  expect((await see(url)).statusCode).toBe(403);
  await enter(guest.client, id);
  expect((await see(url)).statusCode).toBe(200);
  await admin.call(people.endGuest, { id: guest.id });
  expect((await see(url)).statusCode).toBe(403);
  await guest.client.call(session.current);
  expect((await see(url)).statusCode).toBe(403);
});

test('only a PNG of up to 1 MB is accepted', async () => {
  expect(await put(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe(codes.avatarNotPng.code);
  expect(await put(picture(2000))).toBe(codes.avatarNotPng.code);
  expect(await put(picture(), dossier.admin.token, 'other')).toBe(codes.avatarNotPng.code);
  expect(await put(Buffer.concat([picture(), Buffer.alloc(avatarPaths.largest)]))).toBe(codes.avatarTooLarge.code);
  expect(await put(picture(), 'nobody')).toBe(codes.notSignedIn.code);
});

test('metadata is stripped, and too many pixels are refused', async () => {
  const clean = picture();
  const hidden = Buffer.concat([clean, Buffer.from('<script>alert(1)</script>')]);
  expect((await rewritePng(hidden, 1024))?.includes('script')).toBe(false);
  const broken = Buffer.from(clean);
  broken[40] = (broken[40] ?? 0) ^ 0xff;
  expect(await rewritePng(broken, 1024)).toBeUndefined();
  expect(await rewritePng(clean.subarray(0, clean.length - 20), 1024)).toBeUndefined();
});

test('a user works in the space of the organisation, and in no other', async () => {
  const { list, totalNumber, pageSize } = await dossier.admin.call(session.spaces, {});
  const [own] = list;
  expect([list.length, totalNumber, pageSize]).toEqual([1, 1, 15]);
  await dossier.admin.call(session.changeSpace, { spaceId: own?.spaceId ?? '' });
  expect(await dossier.admin.refused(session.changeSpace, { spaceId: '424242' })).toBe(codes.spaceNotYours.code);
});
