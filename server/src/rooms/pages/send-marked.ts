import type { House } from '../../ground/ctx.ts';
import type { FileReply, FileRequest } from '../../ground/http/serve.ts';
import type { Opened } from '../content/file-ticket.ts';
import type { Rendition } from '../renditions/maker.ts';
import { sendRendition } from '../renditions/send-rendition.ts';

interface Sending {
  house: House;
  opened: Opened;
  rendition: Rendition & { ok: true };
}

/** Sends a picture of a page to who looks. */
export function sendMarked(request: FileRequest, reply: FileReply, { rendition }: Sending): Promise<FileReply> {
  return sendRendition(request, reply, { rendition, name: 'page.jpg', ext: 'jpg' });
}
