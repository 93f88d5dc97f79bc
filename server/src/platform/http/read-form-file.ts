import type { FileRequest } from './serve.ts';

/** What surrounds a file in a form. */
const frame = 16 * 1024;
/** So much of what is too long is still read, that the answer arrives. */
const patience = 8;

/** A file of a form; `too-large` where it has more than `most` bytes, undefined where there is none. */
export async function readFormFile(request: FileRequest, field: string, most: number): Promise<Buffer | 'too-large' | undefined> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return undefined;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request.raw as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= most + frame) parts.push(part);
    else if (size > most * patience) break;
  }
  if (size > most + frame) return 'too-large';
  const form = await new Response(Buffer.concat(parts), { headers: { 'content-type': type } }).formData().catch(() => undefined);
  const file = form?.get(field);
  if (!(file instanceof Blob)) return undefined;
  return file.size > most ? 'too-large' : Buffer.from(await file.arrayBuffer());
}
