import { codes } from '@dossier/contract/codes';
import { objType, right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { freeName, nameKey } from '../../ground/text/names.ts';
import { type Held, needItems } from '../library/need-items.ts';
import { walkBelow } from '../library/walk-items.ts';
import { revisionsOfIds } from '../content/blobs-of.ts';

/** A document in a zip. */
export interface ZipDocument {
  path: string;
  id: number;
  sha256: string;
  size: number;
  ext: string;
  changed: number;
}

/** What a zip will hold: only what its person may download now. */
export interface ZipPlan {
  /** The name of the zip itself, without its extension. */
  name: string;
  top: Held[];
  documents: ZipDocument[];
  folders: { path: string; changed: number }[];
}

export interface ZipLimits {
  documents: number;
  bytes: number;
}

/** A zip that a request waits for; larger ones are made in the background. */
export const directLimits: ZipLimits = { documents: 1000, bytes: 2 * 1024 ** 3 };

/** A zip made in the background. */
export const backgroundLimits: ZipLimits = { documents: 100_000, bytes: 200 * 1024 ** 3 };

interface Placed {
  held: Held;
  path: string;
}

/** Plans the zip of some items, all that is in them included; 4625 and 4626 beyond the limits, 4629 when it would hold nothing. */
export async function planZip(ctx: Ctx, ids: string[], limits: ZipLimits): Promise<ZipPlan> {
  const top = await needItems(ctx, right.visible, ids);
  const taken = new Set<string>();
  const placed: Placed[] = [];
  let total = { documents: 0, bytes: 0 };
  for (const held of top) {
    const name = freeName(held.item.name, (candidate) => taken.has(nameKey(candidate)));
    taken.add(nameKey(name));
    const inside = held.item.kind === objType.document ? ownOf(held, name) : await below(ctx, { held, path: name }, limits);
    placed.push(...inside);
    total = count(total, inside, limits);
  }
  if (total.documents === 0)
    throw new Refusal(top.length === 1 && top[0]?.item.kind === objType.document ? codes.noRightToDownload : codes.zipEmpty);
  const { documents, folders } = await split(ctx, placed);
  const [first] = top;
  return { name: (first?.item.name ?? 'documents').replace(/\.[^.]{1,8}$/, ''), top, documents, folders };
}

const mayTake = ({ item, bits }: Held): boolean => item.kind === objType.document && (bits & right.download) !== 0;
const ownOf = (held: Held, path: string): Placed[] => (mayTake(held) ? [{ held, path }] : []);

function count(total: { documents: number; bytes: number }, placed: Placed[], limits: ZipLimits) {
  const documents = placed.filter(({ held }) => held.item.kind === objType.document);
  const sum = {
    documents: total.documents + documents.length,
    bytes: total.bytes + documents.reduce((bytes, { held }) => bytes + held.item.size, 0),
  };
  if (sum.documents > limits.documents) throw new Refusal(codes.zipTooManyFiles, { limit: limits.documents });
  if (sum.bytes > limits.bytes) throw new Refusal(codes.zipTooLarge, { limit: limits.bytes });
  return sum;
}

/** Everything in a folder with its path. What lies in a folder that the caller does not see is left out: its path would tell. */
async function below(ctx: Ctx, top: Placed, limits: ZipLimits): Promise<Placed[]> {
  const byParent = new Map<number, Held[]>();
  let documents = 0;
  for await (const held of walkBelow(ctx, top.held.item)) {
    if (held.item.kind === objType.document && !mayTake(held)) continue;
    if (held.item.kind === objType.document && ++documents > limits.documents)
      throw new Refusal(codes.zipTooManyFiles, { limit: limits.documents });
    const siblings = byParent.get(held.item.parent_id);
    if (siblings === undefined) byParent.set(held.item.parent_id, [held]);
    else siblings.push(held);
  }
  const found: Placed[] = [top];
  for (let at = 0; at < found.length; at++) {
    const here = found[at];
    if (here === undefined || here.held.item.kind === objType.document) continue;
    for (const held of byParent.get(here.held.item.id) ?? []) found.push({ held, path: `${here.path}/${held.item.name}` });
  }
  return found;
}

async function split(ctx: Ctx, placed: Placed[]): Promise<Pick<ZipPlan, 'documents' | 'folders'>> {
  const documents = placed.filter(({ held }) => held.item.kind === objType.document);
  const rows = await revisionsOfIds(
    ctx.db,
    documents.map(({ held }) => held.item.revision_id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    documents: documents.map(({ held, path }) => {
      const revision = byId.get(held.item.revision_id);
      if (revision === undefined) throw new Refusal(codes.bytesMissing);
      const { sha256, size, created_at: changed } = revision;
      return { path, id: held.item.id, sha256, size, ext: held.item.ext, changed };
    }),
    folders: placed
      .filter(({ held }) => held.item.kind !== objType.document)
      .map(({ held, path }) => ({ path, changed: held.item.updated_at })),
  };
}
