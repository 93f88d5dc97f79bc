import { moduleType } from '@dossier/contract/core/rights';
import type { InputOf } from '@dossier/contract/core/route';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import type { Client } from './client.ts';
import type { TestServer } from './test-server.ts';

let count = 0;
const next = (): number => ++count;

/** A cabinet of this user in the enterprise area. */
export async function makeCabinet(client: Client, given: Partial<InputOf<typeof library.createCabinet>> = {}): Promise<string> {
  return (await client.call(library.createCabinet, { name: `Cabinet ${next()}`, moduleType: moduleType.enterprise, ...given })).id;
}

export async function makeFolder(
  client: Client,
  parentId: string,
  given: Partial<InputOf<typeof library.createFolder>> = {},
): Promise<string> {
  return (await client.call(library.createFolder, { name: `Folder ${next()}`, ...given, parentId })).id;
}

/** Bytes for an upload, and its fields. */
export type NewDocument = Partial<Omit<InputOf<typeof content.preUpload>, 'parentId' | 'size'>> & { bytes?: Buffer | string };

/** Uploads a document with these bytes by tus. */
export async function makeDocument(
  dossier: TestServer,
  client: Client,
  { parentId, bytes = `text ${next()}`, ...given }: NewDocument & { parentId: string },
): Promise<string> {
  const body = Buffer.from(bytes);
  const input = { name: `document-${next()}.txt`, ...given, parentId, size: body.length };
  const { id, uploadUrl } = await client.call(content.preUpload, input);
  await upload(dossier, uploadUrl, body);
  return id;
}

/** Sends bytes to an upload's URL in one request. */
export async function upload(dossier: TestServer, uploadUrl: string, body: Buffer): Promise<void> {
  const answer = await dossier.server.app.inject({
    method: 'PATCH',
    url: uploadUrl,
    headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    payload: body,
  });
  if (answer.statusCode !== 204) throw new Error(`PATCH ${uploadUrl} answered ${answer.statusCode} ${answer.payload}`);
}
