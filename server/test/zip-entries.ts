import { fromBufferPromise } from 'yauzl';

/** What is in a zip: the text of each file by its path; folders have none. */
export async function zipEntries(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await fromBufferPromise(bytes);
  const found: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    if (!entry.fileName.endsWith('/')) for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    found[entry.fileName] = Buffer.concat(chunks).toString();
  }
  return found;
}
