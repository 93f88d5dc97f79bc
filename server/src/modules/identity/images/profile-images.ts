import { codes } from '@dossier/contract/core/codes';
import { logos } from '@dossier/contract/identity/organisations';
import { avatarPaths } from '@dossier/contract/identity/sessions';
import type { Context, Services } from '../../../platform/context.ts';
import { readFormFile } from '../../../platform/http/requests.ts';
import { type FileReply, type FileRequest, type ServedFile, tokenOf } from '../../../platform/http/serve.ts';
import { rewritePng } from '../../../platform/images/rewrite-png.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { authenticateUnrestricted, reauthenticate, requireSessionInSpace } from '../authentication.ts';
import { organisationUpdated, userUpdated } from '../events.ts';
import { findOrganisation } from '../organisations.queries.ts';
import { emitOrganisation } from '../organisations.ts';
import { isSvg, keepLogo, openLogoTicket, readLogo } from '../organisations/branding.ts';
import { findAvatar, openAvatarTicket, storeAvatar } from '../users/list-users.ts';
import { requireHarmless } from '../received-files.ts';
import { requirePermission } from '../require-permission.ts';

/** Pixel limit of a side: bounds decoding, however small the file is. */
const maxAvatarSide = 1024;

async function putAvatar(services: Services, request: FileRequest, reply: FileReply) {
  const now = services.now();
  const user = await authenticateUnrestricted(services, tokenOf(request), now);
  const file = await readFormFile(request, 'file', avatarPaths.largest);
  if (file === 'too-large') throw new Refusal(codes.avatarTooLarge);
  if (file !== undefined) await requireHarmless(services, file);
  const png = file && (await rewritePng(file, maxAvatarSide));
  if (png === undefined) throw new Refusal(codes.avatarNotPng);
  if (png.length > avatarPaths.largest) throw new Refusal(codes.avatarTooLarge);
  await services.database.write(async (db) => {
    const { id, fullName } = await reauthenticate(db, user, now);
    await storeAvatar(db, id, png);
    const data = { objId: id, objName: fullName, changed: ['avatar'] };
    await services.outbox.emit(db, { id, name: fullName, address: request.ip }, { event: userUpdated, data, at: now });
  });
  services.outbox.wake();
  return reply.header('cache-control', 'no-store').send({ code: 200, message: 'OK', data: {} });
}

/** By ticket, for `<img>`; by token, the own picture or that of a colleague by `id`. */
async function avatarOwner(
  services: Services,
  request: FileRequest,
): Promise<{ personId: number; organisationId: number; ticket: boolean }> {
  const { ticket, id } = request.query as { ticket?: unknown; id?: unknown };
  if (typeof ticket === 'string') {
    const facts = openAvatarTicket(services, ticket);
    if (facts === undefined) throw new Refusal(codes.ticketInvalid);
    await requireSessionInSpace(services, { session: facts.session, space: facts.organisation });
    return { personId: facts.person, organisationId: facts.organisation, ticket: true };
  }
  const user = await authenticateUnrestricted(services, tokenOf(request), services.now());
  const wanted = typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : user.id;
  return { personId: wanted, organisationId: user.organisationId, ticket: false };
}

async function sendAvatar(services: Services, request: FileRequest, reply: FileReply) {
  const { ticket, ...person } = await avatarOwner(services, request);
  const found = await findAvatar(services.database.read, person);
  if (found === undefined) throw new Refusal(codes.userMissing);
  return reply
    .header('content-type', 'image/png')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('etag', `"${found.hash}"`)
    .header('cache-control', ticket ? 'private, max-age=86400' : 'no-store')
    .send(found.png);
}

/** Uploads and serves avatars. */
export const avatarFiles: ServedFile[] = [
  { method: 'POST', path: avatarPaths.put, handle: putAvatar },
  { method: 'HEAD', path: avatarPaths.see, handle: sendAvatar },
  { method: 'GET', path: avatarPaths.see, handle: sendAvatar },
];

/** Pixel limit of a side: enough for a page header. */
const maxLogoSide = 1024;

/** A re-encoded PNG, or an SVG, which browsers only load as an image. */
async function logoOf(file: Buffer): Promise<{ kind: 'png' | 'svg'; bytes: Buffer } | undefined> {
  if (isSvg(file)) return { kind: 'svg', bytes: file };
  const png = await rewritePng(file, maxLogoSide);
  return png && png.length <= logos.largest ? { kind: 'png', bytes: png } : undefined;
}

async function putLogo(services: Services, request: FileRequest, reply: FileReply) {
  const now = services.now();
  const user = await authenticateUnrestricted(services, tokenOf(request), now);
  const address = request.ip;
  await requirePermission({ services, db: services.database.read, user, address }, 'organisations.edit');
  const { id } = request.query as { id?: unknown };
  const file = await readFormFile(request, 'file', logos.largest);
  if (file === 'too-large') throw new Refusal(codes.logoTooLarge);
  if (file !== undefined) await requireHarmless(services, file);
  const logo = file && (await logoOf(file));
  if (logo === undefined) throw new Refusal(codes.logoIllegal);
  await services.database.write(async (db) => {
    await requirePermission({ services, db, user: await reauthenticate(db, user, now), address }, 'organisations.edit');
    const found = typeof id === 'string' && /^\d{1,16}$/.test(id) ? await findOrganisation(db, Number(id)) : undefined;
    if (found === undefined) throw new Refusal(codes.organisationMissing);
    await keepLogo(db, found.id, logo);
    const data = { objId: found.id, objName: found.name, changed: ['logo'] };
    const actor = { id: user.id, name: user.fullName, address };
    const emit: Context['emit'] = (event, what) => services.outbox.emit(db, actor, { event, data: what, at: now });
    await emitOrganisation({ user, emit }, organisationUpdated, data);
  });
  services.outbox.wake();
  return reply.header('cache-control', 'no-store').send({ code: 200, message: 'OK', data: {} });
}

async function sendLogo(services: Services, request: FileRequest, reply: FileReply) {
  const { ticket } = request.query as { ticket?: unknown };
  const facts = typeof ticket === 'string' ? openLogoTicket(services, ticket) : undefined;
  if (facts === undefined) throw new Refusal(codes.ticketInvalid);
  await requireSessionInSpace(services, facts);
  const found = await readLogo(services.database.read, facts.organisation);
  if (found === undefined) throw new Refusal(codes.organisationMissing);
  return reply
    .header('content-type', found.type)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header('content-disposition', `attachment; filename="logo.${found.type === 'image/png' ? 'png' : 'svg'}"`)
    .header('etag', `"${found.hash}"`)
    .header('cache-control', 'private, max-age=86400')
    .send(found.bytes);
}

/** Uploads and serves logos of organisations. */
export const logoFiles: ServedFile[] = [
  { method: 'POST', path: logos.put, handle: putLogo },
  { method: 'GET', path: logos.see, handle: sendLogo },
];
