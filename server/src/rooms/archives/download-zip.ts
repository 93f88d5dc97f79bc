import { codes } from '@dossier/contract/codes';
import type { archives } from '@dossier/contract/archives';
import { batchLimit, objType } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import { Id } from '@dossier/contract/shapes';
import { z } from 'zod';
import type { Ctx, House } from '../../ground/ctx.ts';
import type { FileReply, FileRequest, ServedFile } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { needDownloadAddress } from '../guard/address-guard.ts';
import { contextOfTicket } from '../content/file-ticket.ts';
import { disposition } from '../content/media-types.ts';
import { asPerson } from '../content/person-context.ts';
import { directLimits, planZip, type ZipPlan } from './plan-zip.ts';
import { zipStream } from './write-zip.ts';

const purpose = 'zip';
const validSeconds = 3600;
const path = '/zip/:ticket/:name';

interface ZipFacts {
  session: number;
  space: number;
  person: number;
  ids: string[];
  visit?: number;
}

const IdList = z.array(Id).min(1).max(batchLimit);

/** The ids of a selection, given joined or as a list. */
export function idsOf(given: string | string[]): string[] {
  const parsed = IdList.safeParse([...new Set(typeof given === 'string' ? given.split(',').filter((id) => id !== '') : given)]);
  if (parsed.success) return parsed.data;
  const many = given.length > 0 && Array.isArray(given) ? given.length : String(given).split(',').length;
  throw new Refusal(many > batchLimit ? codes.tooManyItems : codes.invalidParams);
}

/** Where to fetch some items as one zip. */
export async function offerZip(ctx: Ctx, ids: string[]) {
  await needDownloadAddress(ctx);
  const { name } = await planZip(ctx, ids, directLimits);
  const own = { session: ctx.user.sessionId, space: ctx.user.organisationId, person: ctx.user.id };
  const facts: ZipFacts = { ...own, ids, ...(ctx.visit !== undefined && { visit: ctx.visit.id }) };
  const fileName = `${name}.zip`;
  const ticket = ctx.house.tickets.sign(purpose, { ...facts }, validSeconds);
  return { downloadUrl: `/zip/${ticket}/${encodeURIComponent(fileName)}`, fileName, ext: 'zip' };
}

/** Where to fetch a folder as a zip. */
export const downloadFolder = (ctx: Ctx, input: ParsedOf<typeof archives.downloadFolder>) => offerZip(ctx, [input.id]);

/** Where to fetch several items as one zip. */
export const downloadSelection = (ctx: Ctx, input: ParsedOf<typeof archives.downloadSelection>) => offerZip(ctx, idsOf(input.objIds));

/** Tells the log what a zip takes away: its folders, and the documents that were chosen one by one. */
export async function noteZip(ctx: Ctx, plan: ZipPlan): Promise<void> {
  for (const { item } of plan.top) {
    const word = item.kind === objType.document ? 'document' : 'folder';
    await ctx.say(`${word}.downloaded`, { objId: item.id, objName: item.name, documents: plan.documents.length });
  }
}

async function handle(house: House, request: FileRequest, reply: FileReply) {
  const { ticket } = request.params as { ticket: string };
  const facts = house.tickets.open<ZipFacts>(purpose, ticket);
  if (facts === undefined) throw new Refusal(codes.ticketInvalid);
  const asking = await contextOfTicket(house, facts, { address: request.ip });
  const by = facts.visit === undefined ? { sessionId: facts.session } : { visitId: facts.visit };
  const who = { personId: facts.person, spaceId: facts.space, address: request.ip, ...by };
  await needDownloadAddress(asking);
  const plan = await planZip(asking, facts.ids, directLimits);
  reply.headers({
    'content-type': 'application/zip',
    'content-disposition': disposition('attachment', `${plan.name}.zip`),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  });
  if (request.method === 'HEAD') return reply.send();
  // a visitor's was noted when it was counted
  if (facts.visit === undefined) await asPerson(house, who, (ctx) => noteZip(ctx, plan));
  return reply.send(zipStream(house, plan));
}

/** A zip that is made while it is fetched. */
export const zipStreams: ServedFile[] = [
  { method: 'HEAD', path, handle },
  { method: 'GET', path, handle },
];
