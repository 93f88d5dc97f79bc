import type { FileRequest } from './serve.ts';

/** The size allowed for the multipart frame around a file. */
const frameBytes = 16 * 1024;
/** So many times the limit is still read of an oversized body, so that the answer arrives. */
const drainFactor = 8;

/** A file of a form; `too-large` where it has more than `most` bytes, undefined where there is none. */
export async function readFormFile(request: FileRequest, field: string, limit: number): Promise<Buffer | 'too-large' | undefined> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return undefined;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request.raw as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= limit + frameBytes) parts.push(part);
    else if (size > limit * drainFactor) break;
  }
  if (size > limit + frameBytes) return 'too-large';
  const form = await new Response(Buffer.concat(parts), { headers: { 'content-type': type } }).formData().catch(() => undefined);
  const file = form?.get(field);
  if (!(file instanceof Blob)) return undefined;
  return file.size > limit ? 'too-large' : Buffer.from(await file.arrayBuffer());
}
