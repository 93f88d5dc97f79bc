import { createReadStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { codes } from '@dossier/contract/codes';
import type { compare } from '@dossier/contract/compare';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx, House, PublicCtx } from '../../ground/ctx.ts';
import type { FileReply, FileRequest, ServedFile } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { type HeldRevision, lookTicket, shownName } from '../content/file-ticket.ts';
import { disposition, safeHeaders } from '../content/media-types.ts';
import { sendRange } from '../content/send-range.ts';
import { needDownloadAddress } from '../guard/address-guard.ts';
import { type Paper, paperFor } from '../preview/papers.ts';
import { kindOf } from './kind-of.ts';
import { makeComparisonPaper } from './make-comparison-paper.ts';
import { needPair } from './open-comparison.ts';
import { paperWords } from './paper-words.ts';
import { openPair, type OpenedPair, type PairLooks } from './pair.ts';

const path = '/look/compared/:look/:other/:name';
const waitMs = 25_000;

/** Where to fetch the result of a comparison as PDF: for who may have both as PDF. The log notes both. */
export async function comparePdf(ctx: Ctx, input: ParsedOf<typeof compare.pdf>): Promise<OutputOf<typeof compare.pdf>> {
  const [before, after] = await needPair(ctx, 'pdf', input);
  await needPair(ctx, 'view', input);
  await needDownloadAddress(ctx);
  if ((await kindOf(ctx, before, after)) === 'cards') throw new Refusal(codes.pdfNotAvailable);
  for (const { item, revision } of before.revision.id === after.revision.id ? [before] : [before, after])
    await ctx.say('document.pdfDownloaded', { objId: item.id, objName: item.name, revisionId: revision.id });
  const [look, other] = [lookTicket(ctx, before, 'pdf'), lookTicket(ctx, after, 'pdf')];
  const { version } = paperWords[ctx.user.lang];
  const fileName = `${[before, after].map((held) => `${stemOf(held)} (${version} ${held.revision.number})`).join(' - ')}.pdf`;
  const downloadUrl = `/look/compared/${look}/${other}/${encodeURIComponent(fileName)}${input.spaces ? '' : '?spaces=0'}`;
  return { downloadUrl, fileName, look, other };
}

const stemOf = (held: HeldRevision): string => shownName(held).name.replace(/\.[^.]+$/, '');

async function openForPaper(house: House, looks: PairLooks, address: string): Promise<OpenedPair> {
  const pair = await openPair(house, looks, address);
  if (pair.before.use !== 'pdf') throw new Refusal(codes.ticketInvalid);
  await needDownloadAddress(pair.before.ctx);
  return pair;
}

function paperOf(house: House, { look, other, spaces }: PairLooks, pair: OpenedPair): Promise<Paper> {
  const { ctx } = pair.before;
  const session = `${ctx.user.id} ${ctx.user.sessionId} ${ctx.user.organisationId} ${ctx.address}`;
  return paperFor(house, { look: `${look} ${other} ${spaces}`, session }, () => makeComparisonPaper(house, pair, spaces));
}

/** How far the PDF is; asking begins it. */
export async function comparePaper(
  { house, address }: PublicCtx,
  input: ParsedOf<typeof compare.paper>,
): Promise<OutputOf<typeof compare.paper>> {
  const paper = paperOf(house, input, await openForPaper(house, input, address));
  const made = await Promise.race([paper, sleep(input.wait ? waitMs : 50, undefined, { ref: false })]);
  if (made === undefined) return { state: 'making', done: 0.5 };
  return made.ok ? { state: 'ready', done: 1 } : { state: 'failed', done: 0, reason: made.reason };
}

async function handle(house: House, request: FileRequest, reply: FileReply) {
  const { look, other, name } = request.params as { look: string; other: string; name: string };
  const looks = { look, other, spaces: (request.query as { spaces?: string }).spaces !== '0' };
  const pair = await openForPaper(house, looks, request.ip);
  const paper = await paperOf(house, looks, pair);
  await pair.still();
  if (!paper.ok) throw new Refusal(paper.reason === 'too-large' ? codes.pdfTooLarge : codes.conversionFailed);
  reply.headers(safeHeaders('pdf'));
  reply.header('content-disposition', disposition('attachment', name));
  const read = (range: { start: number; end: number }) => createReadStream(paper.path, range);
  return sendRange(request, reply, { size: paper.size, tag: `paper-${paper.changed}-${paper.size}`, changed: paper.changed, read });
}

/** The PDF itself, whole or in ranges. */
export const comparedPdf: ServedFile[] = [
  // HEAD first: else the framework makes one of its own
  { method: 'HEAD', path, handle },
  { method: 'GET', path, handle },
];
