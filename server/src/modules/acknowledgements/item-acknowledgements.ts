import { objType, right } from '@dossier/contract/core/rights';
import type { Context } from '../../platform/context.ts';
import { releaseRevisionHold } from '../documents/revisions.ts';
import type { ItemFacts } from '../documents/show-items.ts';
import { askedAmong, deleteRequestsOn } from './requests/requests.queries.ts';

/** Adds to every list which documents the caller is asked to acknowledge, or has acknowledged; visitors of links and view-as sessions learn nothing. */
export const acknowledgementFacts: ItemFacts = async (ctx, _, items) => {
  if (ctx.shareSession !== undefined || ctx.user.viewer !== undefined) return new Map();
  const readable = items.filter(({ item, bits }) => item.kind === objType.document && (bits & right.read) !== 0).map(({ item }) => item.id);
  if (readable.length === 0) return new Map();
  const asked = await askedAmong(ctx.db, { person: ctx.user.id, ids: JSON.stringify(readable) });
  return new Map(asked.map((row) => [row.item_id, { acknowledgement: row.acknowledged_at === 0 ? 'asked' : 'given' }]));
};

/** Deletes the requests on documents that are purged. */
export async function releaseAcknowledgements({ db }: Pick<Context, 'db'>, itemIds: number[]): Promise<void> {
  for (const id of await deleteRequestsOn(db, itemIds)) await releaseRevisionHold(db, id);
}
