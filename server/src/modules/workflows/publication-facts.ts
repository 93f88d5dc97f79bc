import { objType, right } from '@dossier/contract/core/rights';
import type { Context } from '../../platform/context.ts';
import { isoTime } from '../../platform/text/iso-time.ts';
import { isPublishingCabinet } from '../access/inheritance.ts';
import { findItems } from '../access/items.queries.ts';
import type { ItemFacts } from '../documents/show-items.ts';
import { abolishedAmong, abolishedIn, isCabinetOfFlows, isSourceToCome, publicationsOf } from './flows/publications.queries.ts';

/** Whether a cabinet is bound to flows, so that it has to stay a publishing one. */
export const isBoundToFlows = (ctx: Context, cabinetId: number): Promise<boolean> => isCabinetOfFlows(ctx.db, cabinetId);

/** Keeps what was approved to take effect later from being removed for good. */
export const holdPublicationsToCome = isSourceToCome;

/** Links give nobody what was abolished: they have the rights of their giver, who may still see it as its manager. */
export const abolishedDocuments = { among: abolishedAmong, in: abolishedIn };

/** Adds to every list since when published documents are in effect or abolished, and what is to come; visitors of links learn nothing of it. */
export const publicationFacts: ItemFacts = async (ctx, _, items) => {
  const readable = items.filter(({ item, bits }) => item.kind === objType.document && (bits & right.read) !== 0);
  if (ctx.shareSession !== undefined || readable.length === 0) return new Map();
  const rows = await publicationsOf(
    ctx.db,
    readable.map(({ item }) => item.id),
  );
  if (rows.length === 0) return new Map();
  // what was moved out of the cabinet is an ordinary document
  const cabinets = await findItems(ctx.db, [...new Set(readable.map(({ item }) => item.cabinet_id))]);
  const publishing = new Set(cabinets.filter(isPublishingCabinet).map((cabinet) => cabinet.id));
  const standing = new Set(readable.filter(({ item }) => publishing.has(item.cabinet_id)).map(({ item }) => item.id));
  const byItem = Map.groupBy(
    rows.filter((row) => standing.has(row.item_id)),
    (row) => row.item_id,
  );
  return new Map([...byItem].flatMap(([id, own]) => describePublication(id, own)));
};

function describePublication(
  id: number,
  rows: Awaited<ReturnType<typeof publicationsOf>>,
): [number, { publication: Record<string, unknown> }][] {
  const done = rows.filter((row) => row.done === 1);
  const last = done.findLast((row) => row.kind === 'abolish') ?? done.at(-1);
  if (last === undefined) return [];
  const next = rows.find((row) => row.done === 0);
  const isAbolished = last.kind === 'abolish';
  const publication = {
    state: isAbolished ? 'abolished' : 'effective',
    since: isoTime(last.effective_at),
    ...(isAbolished && { reason: last.reason }),
    ...(!isAbolished && next !== undefined && { next: { kind: next.kind, time: isoTime(next.effective_at) } }),
  };
  return [[id, { publication }]];
}
