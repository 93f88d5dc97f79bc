import { createReadStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { codes } from '@dossier/contract/codes';
import type { looks } from '@dossier/contract/looks';
import type { preview } from '@dossier/contract/preview';
import { objType, right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx, House, PublicCtx } from '../../ground/ctx.ts';
import type { FileReply, FileRequest, ServedFile } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { lookTicket, needUse, type Opened, openLook, shownName } from '../content/file-ticket.ts';
import { disposition, safeHeaders } from '../content/media-types.ts';
import { sendRange } from '../content/send-range.ts';
import { needItem } from '../library/need-items.ts';
import { needDownloadAddress } from '../guard/address-guard.ts';
import { isForPaper, makePaper } from './make-paper.ts';
import { type Paper, paperFor } from './papers.ts';

const path = '/look/paper/:look/:name';
const waitMs = 25_000;

const pdfName = (name: string): string => (/\.pdf$/i.test(name) ? name : `${name}.pdf`);

/** Where to fetch a document as PDF. It is made once somebody asks how far it is, or for it. */
export async function downloadPdf(ctx: Ctx, input: ParsedOf<typeof preview.pdf>): Promise<OutputOf<typeof preview.pdf>> {
  const { item } = await needItem(ctx, right.visible, input.id);
  if (item.kind !== objType.document) throw new Refusal(codes.noPdfOfFolder);
  const held = await needUse(ctx, 'pdf', input);
  await needDownloadAddress(ctx);
  const { name, ext } = shownName(held);
  if (!(await isForPaper(ctx.house, ext))) throw new Refusal(codes.pdfNotAvailable);
  await ctx.say('document.pdfDownloaded', { objId: held.item.id, objName: held.item.name, revisionId: held.revision.id });
  const look = lookTicket(ctx, held, 'pdf');
  const fileName = pdfName(name);
  return { downloadUrl: `/look/paper/${look}/${encodeURIComponent(fileName)}`, fileName, ext: 'pdf', look };
}

async function openPaper(house: House, look: string, address: string): Promise<Opened> {
  const opened = await openLook(house, look, address);
  if (opened.use !== 'pdf') throw new Refusal(codes.ticketInvalid);
  await needDownloadAddress(opened.ctx);
  return opened;
}

function paperOf(house: House, look: string, opened: Opened): Promise<Paper> {
  const { ctx } = opened;
  const session = `${ctx.user.id} ${ctx.user.sessionId} ${ctx.user.organisationId} ${ctx.address}`;
  return paperFor(house, { look, session }, () => makePaper(house, opened));
}

/** How far the PDF is; asking begins it. */
export async function paperState(
  { house, address }: PublicCtx,
  input: ParsedOf<typeof looks.paper>,
): Promise<OutputOf<typeof looks.paper>> {
  const paper = paperOf(house, input.look, await openPaper(house, input.look, address));
  const waiting = sleep(input.wait ? waitMs : 50, undefined, { ref: false });
  const made = await Promise.race([paper, waiting]);
  if (made === undefined) return { state: 'making', done: 0.5 };
  return made.ok ? { state: 'ready', done: 1 } : { state: 'failed', done: 0, reason: made.reason };
}

async function handle(house: House, request: FileRequest, reply: FileReply) {
  const { look } = request.params as { look: string };
  const opened = await openPaper(house, look, request.ip);
  const paper = await paperOf(house, look, opened);
  if (!paper.ok) throw new Refusal(paper.reason === 'too-large' ? codes.pdfTooLarge : codes.conversionFailed);
  await opened.still();
  reply.headers(safeHeaders('pdf'));
  reply.header('content-disposition', disposition('attachment', pdfName(shownName(opened.held).name)));
  const read = (range: { start: number; end: number }) => createReadStream(paper.path, range);
  return sendRange(request, reply, { size: paper.size, tag: `paper-${paper.changed}-${paper.size}`, changed: paper.changed, read });
}

/** The PDF itself, whole or in ranges. */
export const paperFile: ServedFile[] = [
  // HEAD first: else the framework makes one of its own
  { method: 'HEAD', path, handle },
  { method: 'GET', path, handle },
];
