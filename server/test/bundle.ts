import { BundleAnswer, type BundleHead, bundlePath } from '@dossier/contract/documents/content';
import type { z } from 'zod';
import type { TestServer } from './test-server.ts';

/** A file for a bundle; its size is that of its bytes by default. */
export type Bundled = Omit<z.input<typeof BundleHead>['files'][number], 'size' | 'name'> & {
  name?: string;
  size?: number;
  bytes?: Buffer | string;
};

let count = 0;

/** The body of a bundle. */
export function bundleOf(files: readonly Bundled[]): Buffer {
  const bodies = files.map(({ bytes = `bundled ${++count}` }) => Buffer.from(bytes));
  const head = files.map((file, n) => ({ name: `bundled-${++count}.txt`, size: bodies[n]?.length ?? 0, ...file, bytes: undefined }));
  return Buffer.concat([headOf({ files: head }), ...bodies]);
}

/** The start of a bundle's body: the length of its head, and the head, valid or not. */
export function headOf(head: unknown): Buffer {
  const json = Buffer.from(typeof head === 'string' ? head : JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json]);
}

/** Sends a bundle; returns the result of each file, or the code of a refusal of all. */
export async function sendBundle(
  dossier: Pick<TestServer, 'server'>,
  token: string | undefined,
  body: Buffer | readonly Bundled[],
): Promise<{ code: number; files: BundleAnswer['files'] }> {
  const { payload } = await dossier.server.app.inject({
    method: 'POST',
    url: bundlePath,
    headers: { 'content-type': 'application/octet-stream', ...(token !== undefined && { authorization: token }) },
    payload: Buffer.isBuffer(body) ? body : bundleOf(body),
  });
  const { code, data } = JSON.parse(payload) as { code: number; data: unknown };
  return { code, files: code === 200 ? BundleAnswer.parse(data).files : [] };
}
