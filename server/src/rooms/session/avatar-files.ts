import { codes } from '@dossier/contract/codes';
import { pictures } from '@dossier/contract/session';
import type { House } from '../../ground/ctx.ts';
import { readFormFile } from '../../ground/http/form-file.ts';
import { type FileReply, type FileRequest, type ServedFile, tokenOf } from '../../ground/http/serve.ts';
import { rewritePng } from '../../ground/png.ts';
import { Refusal } from '../../ground/refusal.ts';
import { findAvatar, keepAvatar, openAvatarTicket } from '../people/avatars.ts';
import { admit, needSessionIn } from './admit.ts';
import { readmit } from './readmit.ts';

/** Nobody needs more pixels in a picture of themselves, however well it is packed. */
const mostSide = 1024;

async function putAvatar(house: House, request: FileRequest, reply: FileReply) {
  const now = house.now();
  const user = await admit(house, tokenOf(request), now);
  const file = await readFormFile(request, 'file', pictures.largest);
  if (file === 'too-large') throw new Refusal(codes.avatarTooLarge);
  const png = file && (await rewritePng(file, mostSide));
  if (png === undefined) throw new Refusal(codes.avatarNotPng);
  if (png.length > pictures.largest) throw new Refusal(codes.avatarTooLarge);
  await house.database.write(async (db) => {
    const { id, fullName } = await readmit(db, user, now);
    await keepAvatar(db, id, png);
    const data = { objId: id, objName: fullName, changed: ['avatar'] };
    await house.outbox.say(db, { id, name: fullName, address: request.ip }, { event: 'user.updated', data, at: now });
  });
  house.outbox.poke();
  return reply.header('cache-control', 'no-store').send({ code: 200, message: 'OK', data: {} });
}

/** By a ticket, for `<img>`; with a token, the own picture or that of a colleague by `id`. */
async function whose(house: House, request: FileRequest): Promise<{ personId: number; organisationId: number; ticket: boolean }> {
  const { ticket, id } = request.query as { ticket?: unknown; id?: unknown };
  if (typeof ticket === 'string') {
    const facts = openAvatarTicket(house, ticket);
    if (facts === undefined) throw new Refusal(codes.ticketInvalid);
    await needSessionIn(house, { session: facts.session, space: facts.organisation });
    return { personId: facts.person, organisationId: facts.organisation, ticket: true };
  }
  const user = await admit(house, tokenOf(request), house.now());
  const wanted = typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : user.id;
  return { personId: wanted, organisationId: user.organisationId, ticket: false };
}

async function seeAvatar(house: House, request: FileRequest, reply: FileReply) {
  const { ticket, ...person } = await whose(house, request);
  const found = await findAvatar(house.database.read, person);
  if (found === undefined) throw new Refusal(codes.userMissing);
  return reply
    .header('content-type', 'image/png')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('etag', `"${found.hash}"`)
    .header('cache-control', ticket ? 'private, max-age=86400' : 'no-store')
    .send(found.png);
}

/** Putting and seeing the pictures of people. */
export const avatarFiles: ServedFile[] = [
  { method: 'POST', path: pictures.put, handle: putAvatar },
  { method: 'HEAD', path: pictures.see, handle: seeAvatar },
  { method: 'GET', path: pictures.see, handle: seeAvatar },
];
