import { createReadStream } from 'node:fs';
import { codes } from '@dossier/contract/codes';
import { right } from '@dossier/contract/rights';
import type { Ctx, House } from '../../ground/ctx.ts';
import type { FileReply, FileRequest, ServedFile } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { findVisible } from '../library/need-items.ts';
import { messageItems } from '../messages/list-messages.ts';
import { needDownloadAddress } from '../guard/address-guard.ts';
import { needSessionIn } from '../session/admit.ts';
import { documentsIn } from './make-zip.ts';
import { disposition } from '../content/media-types.ts';
import { contextOfPerson } from '../content/person-context.ts';
import { zipById } from './queries.ts';
import { sendRange } from '../content/send-range.ts';
import { zipPaths } from './zip-files.ts';

const purpose = 'zipfile';
const validSeconds = 3600;
const path = '/zipfile/:ticket/:name';

interface Facts {
  session: number;
  space: number;
  person: number;
  zip: number;
}

/** A zip of the caller's own that still waits, and of which everything may still be downloaded: it was packed with the rights of its hour. */
async function needZip(ctx: Ctx, id: number) {
  await needDownloadAddress(ctx);
  const row = await zipById(ctx.db, id);
  if (row === undefined || row.person_id !== ctx.user.id || row.expires_at < ctx.now) throw new Refusal(codes.zipMissing);
  const ids = await documentsIn(ctx.house, id).catch(() => {
    throw new Refusal(codes.zipMissing);
  });
  const held = await findVisible(ctx, ids);
  if (held.length < ids.length || held.some(({ bits }) => (bits & right.download) === 0)) throw new Refusal(codes.noRightToDownload);
  return row;
}

/** Where to fetch the zip that a message announces. */
export async function announcedZip(ctx: Ctx, input: { id: string }) {
  const [about] = await messageItems(ctx, { msgId: input.id });
  const { id, name } = await needZip(ctx, Number(about?.objId ?? 0));
  const facts: Facts = { session: ctx.user.sessionId, space: ctx.user.organisationId, person: ctx.user.id, zip: id };
  const ticket = ctx.house.tickets.sign(purpose, { ...facts }, validSeconds);
  return { downloadUrl: `/zipfile/${ticket}/${encodeURIComponent(name)}`, fileName: name };
}

async function handle(house: House, request: FileRequest, reply: FileReply) {
  const { ticket } = request.params as { ticket: string };
  const facts = house.tickets.open<Facts>(purpose, ticket);
  if (facts === undefined) throw new Refusal(codes.ticketInvalid);
  await needSessionIn(house, facts);
  const who = { personId: facts.person, spaceId: facts.space, sessionId: facts.session, address: request.ip };
  const row = await needZip(await contextOfPerson(house, house.database.read, who), facts.zip);
  const { zip } = await zipPaths(house, row.id);
  reply.headers({
    'content-type': 'application/zip',
    'content-disposition': disposition('attachment', row.name),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  const read = (range?: { start: number; end: number }) => createReadStream(zip, { ...range, highWaterMark: 1 << 19 });
  return sendRange(request, reply, { size: row.size, tag: `zip-${row.id}`, changed: row.created_at, read });
}

/** A finished zip, whole or in ranges: a broken download goes on. */
export const zipFiles: ServedFile[] = [
  { method: 'HEAD', path, handle },
  { method: 'GET', path, handle },
];
