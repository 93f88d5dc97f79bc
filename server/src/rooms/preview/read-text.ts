import { open } from 'node:fs/promises';
import { codes } from '@dossier/contract/codes';
import type { looks } from '@dossier/contract/looks';
import type { preview } from '@dossier/contract/preview';
import { renditionOf } from '@dossier/contract/file-types';
import { right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx, House, PublicCtx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { looksBinary } from '../../ground/text/decode.ts';
import { readTextPage } from '../../ground/text/text-pages.ts';
import { type HeldRevision, needUse, openLook, shownName } from '../content/file-ticket.ts';
import { pathOfSource } from '../renditions/shelf.ts';
import { sourceOf } from '../renditions/source-of.ts';
import { noteView } from './note-view.ts';

/** A page of a text document, decoded. */
export async function readText(ctx: Ctx, input: ParsedOf<typeof preview.text>) {
  const held = await needUse(ctx, 'view', input);
  const page = await pageOf(ctx.house, held, input.page);
  await noteView(ctx, held);
  return page;
}

/** The same by the look of a view, which has been noted: for visitors of links too. */
export async function readLook({ house, address }: PublicCtx, { look, page }: ParsedOf<typeof looks.text>) {
  const { held, still } = await openLook(house, look, address);
  const text = await pageOf(house, held, page);
  await still();
  return text;
}

async function pageOf(house: House, held: HeldRevision, number: number) {
  const { ext } = shownName(held);
  // who may not have the original sees its pages
  if ((held.bits & right.download) === 0) throw new Refusal(codes.noRightToDownload);
  const { sha256 } = held.revision;
  if (!['text', 'html'].includes(renditionOf(ext)) && ext !== 'svg') throw new Refusal(codes.textNotAvailable);
  if (!house.blobs.stands(sha256)) throw new Refusal(codes.bytesMissing);
  const path = pathOfSource(house, sourceOf(held));
  if (await isBinary(path)) throw new Refusal(codes.textNotAvailable);
  const page = await readTextPage(path, number);
  if (page === undefined) throw new Refusal(codes.pageOutOfRange);
  return page;
}

async function isBinary(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8192), 0, 8192, 0);
    return looksBinary(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
