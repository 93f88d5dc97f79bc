import { codes } from '@dossier/contract/codes';
import type { archives } from '@dossier/contract/archives';
import { batchLimit, objType } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import { Id } from '@dossier/contract/shapes';
import { z } from 'zod';
import type { Ctx, House } from '../../ground/ctx.ts';
import type { FileReply, FileRequest, ServedFile } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { needDownloadAddress } from '../session/address-guard.ts';
import { needSessionIn } from '../session/admit.ts';
import { disposition } from '../content/media-types.ts';
import { asPerson, contextOfPerson } from '../content/person-context.ts';
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
}

const IdList = z.array(Id).min(1).max(batchLimit);

/** The ids of a selection, given joined or as a list. */
export function idsOf(given: string | string[]): string[] {
  const parsed = IdList.safeParse([...new Set(typeof given === 'string' ? given.split(',').filter((id) => id !== '') : given)]);
  if (parsed.success) return parsed.data;
  const many = given.length > 0 && Array.isArray(given) ? given.length : String(given).split(',').length;
  throw new Refusal(many > batchLimit ? codes.tooManyItems : codes.invalidParams);
}

async function offer(ctx: Ctx, ids: string[]) {
  await needDownloadAddress(ctx);
  const { name } = await planZip(ctx, ids, directLimits);
  const facts: ZipFacts = { session: ctx.user.sessionId, space: ctx.user.organisationId, person: ctx.user.id, ids };
  const fileName = `${name}.zip`;
  const ticket = ctx.house.tickets.sign(purpose, { ...facts }, validSeconds);
  return { downloadUrl: `/zip/${ticket}/${encodeURIComponent(fileName)}`, fileName, ext: 'zip' };
}

/** Where to fetch a folder as a zip. */
export const downloadFolder = (ctx: Ctx, input: ParsedOf<typeof archives.downloadFolder>) => offer(ctx, [input.id]);

/** Where to fetch several items as one zip. */
export const downloadSelection = (ctx: Ctx, input: ParsedOf<typeof archives.downloadSelection>) => offer(ctx, idsOf(input.objIds));

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
  await needSessionIn(house, facts);
  const who = { personId: facts.person, spaceId: facts.space, sessionId: facts.session, address: request.ip };
  const asking = await contextOfPerson(house, house.database.read, who);
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
  await asPerson(house, who, (ctx) => noteZip(ctx, plan));
  return reply.send(zipStream(house, plan));
}

/** A zip that is made while it is fetched. */
export const zipStreams: ServedFile[] = [
  { method: 'HEAD', path, handle },
  { method: 'GET', path, handle },
];
