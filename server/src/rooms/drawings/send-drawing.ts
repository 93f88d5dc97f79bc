import { codes } from '@dossier/contract/codes';
import { extensions } from '@dossier/contract/file-types';
import type { House } from '../../ground/ctx.ts';
import type { FileReply, FileRequest, ServedFile } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { openLook } from '../content/file-ticket.ts';
import { render } from '../renditions/render.ts';
import { sendRendition } from '../renditions/send-rendition.ts';
import { sourceOf } from '../renditions/source-of.ts';
import { goesUnmarked } from '../watermarks/goes-unmarked.ts';
import { drawing } from './makers.ts';

const path = '/look/drawing/:look';

async function handle(house: House, request: FileRequest, reply: FileReply) {
  const { look } = request.params as { look: string };
  const { ctx, held, still } = await openLook(house, look, request.ip);
  const source = sourceOf(held);
  if (!extensions.drawing.has(source.ext)) throw new Refusal(codes.conversionFailed);
  // its shapes are data, as good as the file
  if (!(await goesUnmarked(ctx, held))) throw new Refusal(codes.noRightToDownload);
  const rendition = await render(house, source, { maker: drawing, urgent: true });
  if (!rendition.ok) throw new Refusal(codes.conversionFailed);
  await still();
  return sendRendition(request, reply, { rendition, name: 'drawing.gz', ext: 'gz' });
}

/** The shapes of a drawing for its viewer. */
export const drawingFiles: ServedFile[] = [
  // HEAD first: else the framework makes one of its own
  { method: 'HEAD', path, handle },
  { method: 'GET', path, handle },
];
