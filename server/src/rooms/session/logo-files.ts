import { codes } from '@dossier/contract/codes';
import { logos } from '@dossier/contract/organisations';
import type { Ctx, House } from '../../ground/ctx.ts';
import { readFormFile } from '../../ground/http/form-file.ts';
import { type FileReply, type FileRequest, type ServedFile, tokenOf } from '../../ground/http/serve.ts';
import { needDeed } from '../../ground/http/need-role.ts';
import { rewritePng } from '../../ground/png.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isSvg, keepLogo, openLogoTicket, readLogo } from '../organisations/brands.ts';
import { findOrganisation } from '../organisations/organisation-rows.ts';
import { sayOrganisation } from '../organisations/say-organisation.ts';
import { admit, needSessionIn } from './admit.ts';
import { readmit } from './readmit.ts';

/** Nobody needs more pixels in the corner of a page. */
const mostSide = 1024;

/** A PNG written anew, or an SVG, which browsers get as a picture alone. */
async function logoOf(file: Buffer): Promise<{ kind: 'png' | 'svg'; bytes: Buffer } | undefined> {
  if (isSvg(file)) return { kind: 'svg', bytes: file };
  const png = await rewritePng(file, mostSide);
  return png && png.length <= logos.largest ? { kind: 'png', bytes: png } : undefined;
}

async function putLogo(house: House, request: FileRequest, reply: FileReply) {
  const now = house.now();
  const user = await admit(house, tokenOf(request), now);
  const address = request.ip;
  await needDeed({ house, db: house.database.read, user, address }, 'organisations.edit');
  const { id } = request.query as { id?: unknown };
  const file = await readFormFile(request, 'file', logos.largest);
  if (file === 'too-large') throw new Refusal(codes.logoTooLarge);
  const logo = file && (await logoOf(file));
  if (logo === undefined) throw new Refusal(codes.logoIllegal);
  await house.database.write(async (db) => {
    await needDeed({ house, db, user: await readmit(db, user, now), address }, 'organisations.edit');
    const found = typeof id === 'string' && /^\d{1,16}$/.test(id) ? await findOrganisation(db, Number(id)) : undefined;
    if (found === undefined) throw new Refusal(codes.organisationMissing);
    await keepLogo(db, found.id, logo);
    const data = { objId: found.id, objName: found.name, changed: ['logo'] };
    const speaker = { id: user.id, name: user.fullName, address };
    const say: Ctx['say'] = (event, what) => house.outbox.say(db, speaker, { event, data: what, at: now });
    await sayOrganisation({ user, say }, 'organisation.updated', data);
  });
  house.outbox.poke();
  return reply.header('cache-control', 'no-store').send({ code: 200, message: 'OK', data: {} });
}

async function seeLogo(house: House, request: FileRequest, reply: FileReply) {
  const { ticket } = request.query as { ticket?: unknown };
  const facts = typeof ticket === 'string' ? openLogoTicket(house, ticket) : undefined;
  if (facts === undefined) throw new Refusal(codes.ticketInvalid);
  await needSessionIn(house, facts);
  const found = await readLogo(house.database.read, facts.organisation);
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

/** Putting and seeing the logos of organisations. */
export const logoFiles: ServedFile[] = [
  { method: 'POST', path: logos.put, handle: putLogo },
  { method: 'GET', path: logos.see, handle: seeLogo },
];
