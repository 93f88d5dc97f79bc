import { createReadStream } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { FileReply, FileRequest } from '../../ground/http/serve.ts';
import { disposition, safeHeaders } from '../content/media-types.ts';
import { sendRange } from '../content/send-range.ts';
import type { Rendition } from './maker.ts';

interface Sending {
  rendition: Rendition & { ok: true };
  /** What a browser calls it. */
  name: string;
  /** What it is, as an extension. */
  ext: string;
}

/** Sends a rendition, whole or in ranges. */
export async function sendRendition(request: FileRequest, reply: FileReply, { rendition, name, ext }: Sending): Promise<FileReply> {
  const { path, size, changed } = rendition;
  reply.headers(safeHeaders(ext));
  reply.header('content-disposition', disposition('inline', name));
  // what was removed and made again is seldom the same byte for byte
  const tag = `${basename(dirname(path))}-${basename(path)}-${changed}-${size}`;
  return sendRange(request, reply, { size, tag, changed, read: (range) => createReadStream(path, range) });
}
