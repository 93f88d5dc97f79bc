import { randomBytes } from 'node:crypto';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import type { Calls } from '../../../e2e/calls.ts';
import type { Chance } from './chance.ts';
import { type Ledger, shaOf } from './ledger.ts';

interface Terms {
  calls: Calls;
  url: string;
  folders: string[];
  ledger: Ledger;
  chance: Chance;
  /** Ids of documents that only this client writes. */
  own: Set<string>;
}

const patched = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };
let count = 0;

/** Sends bytes in one or two chunks, so that the server may be killed between them. */
async function send(target: string, bytes: Buffer, pieces: number): Promise<void> {
  const size = Math.ceil(bytes.length / pieces);
  for (let offset = 0; offset < bytes.length; offset += size) {
    const answer = await fetch(target, {
      method: 'PATCH',
      headers: { ...patched, 'upload-offset': String(offset) },
      body: bytes.subarray(offset, offset + size),
    });
    if (answer.status !== 204) throw new Error(`PATCH answered ${answer.status} ${await answer.text()}`);
  }
}

const newBytes = ({ chance }: Terms): Buffer => randomBytes(1 + chance.below(24_000));

async function create(terms: Terms): Promise<void> {
  const { calls, url, ledger, chance, own } = terms;
  const bytes = newBytes(terms);
  const parentId = chance.pick(terms.folders);
  const pieces = 1 + chance.below(2);
  const { id, uploadUrl } = await calls.call(content.preUpload, { parentId, name: `paper-${++count}.bin`, size: bytes.length });
  ledger.begin(id, { folder: parentId, sha256: shaOf(bytes) });
  own.add(id);
  await send(new URL(uploadUrl, url).href, bytes, pieces);
  ledger.done(id);
}

async function checkIn(terms: Terms, id: string): Promise<void> {
  const { calls, url, ledger, chance } = terms;
  const bytes = newBytes(terms);
  const pieces = 1 + chance.below(2);
  const { uploadUrl } = await calls.call(content.preCheckIn, { id, size: bytes.length });
  ledger.begin(id, { ...ledger.standing(id), sha256: shaOf(bytes) });
  await send(new URL(uploadUrl, url).href, bytes, pieces);
  ledger.done(id);
}

async function move({ calls, ledger, chance, folders }: Terms, id: string): Promise<void> {
  const before = ledger.standing(id);
  const parentId = chance.pick(folders.filter((folder) => folder !== before.folder));
  ledger.begin(id, { ...before, folder: parentId });
  await calls.call(library.move, { objIds: [id], parentId });
  ledger.done(id);
}

async function remove({ calls, ledger }: Terms, id: string): Promise<void> {
  ledger.begin(id, { ...ledger.standing(id), folder: undefined });
  await calls.call(library.delete, { objIds: [id] });
  ledger.done(id);
}

/** Writes in a loop until told to stop; throws any refusal, unless the server was killed. */
export async function write(terms: Terms, isGone: () => boolean): Promise<void> {
  const { chance, ledger, own } = terms;
  try {
    while (!isGone()) {
      const ids = ledger.ids((id) => own.has(id));
      const choice = ids.length < 4 ? 0 : chance.below(10);
      if (choice < 4) await create(terms);
      else if (choice < 6) await checkIn(terms, chance.pick(ids));
      else if (choice < 9) await move(terms, chance.pick(ids));
      else await remove(terms, chance.pick(ids));
    }
  } catch (error) {
    if (!isGone()) throw error;
  }
}
