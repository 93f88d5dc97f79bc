import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { basename, dirname } from 'node:path';
import { content } from '@dossier/contract/documents/content';
import type { Calls } from '../../e2e/calls.ts';
import type { Finding } from './finding.ts';

const legal = (name: string): string => name.replace(/[\\:*?"<>|\u0000-\u001f]/g, '_').replace(/^[ .]+|[ .]+$/g, '_');

/** Uploads a file to the cabinet, in a folder like the corpus', and downloads it again: the bytes must be the same. */
export async function deliver(calls: Calls, target: { url: string; cabinet: string }, finding: Finding): Promise<void> {
  const { path, file, bytes, sha256: sha } = finding.file;
  const sha256 = await hash(createReadStream(path));
  if (sha !== undefined && sha !== sha256) finding.faults.push('the file is not the one that the index names');
  const folder = dirname(file);
  const { id, uploadUrl } = await calls.call(content.preUpload, {
    parentId: target.cabinet,
    name: legal(basename(file)),
    size: bytes,
    sha256,
    onSameName: 'rename',
    ...(folder !== '.' && { folderPath: folder.split('/').map(legal).join('/') }),
  });
  const sent = await fetch(new URL(uploadUrl, target.url), {
    method: 'PATCH',
    headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: await openAsBlob(path),
  });
  if (sent.status !== 204) throw new Error(`upload: ${sent.status} ${await sent.text()}`);
  finding.id = id;
  await takeAway(calls, target.url, { id, sha256 });
}

async function takeAway(calls: Calls, url: string, { id, sha256 }: { id: string; sha256: string }): Promise<void> {
  const { downloadUrl } = await calls.call(content.download, { id });
  const answer = await fetch(new URL(downloadUrl, url));
  if (!answer.ok || answer.body === null) throw new Error(`download: ${answer.status} ${await answer.text()}`);
  const got = await hash(answer.body);
  if (got !== sha256) throw new Error(`download: other bytes came back (sha256 ${got.slice(0, 12)}… instead of ${sha256.slice(0, 12)}…)`);
}

async function hash(bytes: AsyncIterable<Uint8Array | string>): Promise<string> {
  const sum = createHash('sha256');
  for await (const chunk of bytes) sum.update(chunk);
  return sum.digest('hex');
}
