import { codes } from '@dossier/contract/codes';
import { right } from '@dossier/contract/rights';
import type { House } from '../../ground/ctx.ts';
import type { FileReply, FileRequest, ServedFile } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { openLook, shownName } from '../content/file-ticket.ts';
import { officePdf } from '../renditions/office-pdf.ts';
import { render } from '../renditions/render.ts';
import { sendRendition } from '../renditions/send-rendition.ts';
import { sourceOf } from '../renditions/source-of.ts';

const path = '/look/pdf/:look/:name';

async function handle(house: House, request: FileRequest, reply: FileReply) {
  const { look } = request.params as { look: string };
  const { held, still } = await openLook(house, look, request.ip);
  // without a mark it is as good as the original
  if ((held.bits & right.download) === 0) throw new Refusal(codes.noRightToDownload);
  const rendition = await render(house, sourceOf(held), { maker: officePdf, urgent: true });
  if (!rendition.ok) throw new Refusal(codes.conversionFailed);
  await still();
  return sendRendition(request, reply, { rendition, name: `${shownName(held).name}.pdf`, ext: 'pdf' });
}

/** The PDF that was made of an office document. */
export const madePdfFile: ServedFile[] = [
  // HEAD first: else the framework makes one of its own
  { method: 'HEAD', path, handle },
  { method: 'GET', path, handle },
];
