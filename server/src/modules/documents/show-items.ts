import { capacityOf } from '@dossier/contract/core/file-types';
import { moduleType, objType, right } from '@dossier/contract/core/rights';
import type { Lang } from '@dossier/contract/core/shapes';
import type { Ancestor, Item, ItemDetail } from '@dossier/contract/documents/library';
import type { Context } from '../../platform/context.ts';
import { extensionPoint } from '../../platform/extension-point.ts';
import { isoTime } from '../../platform/text/iso-time.ts';
import { textOf } from '../../platform/text/texts.ts';
import { accessOf } from '../access/effective-rights.ts';
import { hasGrantsToOthers } from '../access/grants.ts';
import { findItem, type ItemRow, withAncestors } from '../access/items.queries.ts';
import { type AuthorisedItem, requireItem } from '../access/require-items.ts';
import { visibleContainers } from '../access/visible-items.ts';
import { personNames } from '../identity/users.ts';
import { childCounts, countsOfParents } from './lists/lists.queries.ts';
import { lockOf } from './locks.ts';
import { type RevisionRow, revisionsByLink } from './revisions/revisions.queries.ts';
import { expiredForOf } from './validity/dates.ts';
import { labelOf } from './version-labels.ts';

/** Fields of the contract's Item that a module adds to items, by item id. */
export type ItemFacts = (ctx: Context, ids: number[], items: readonly AuthorisedItem[]) => Promise<Map<number, Record<string, unknown>>>;

/** Asked for the items of every list. */
export const listedItemFacts = extensionPoint<ItemFacts>();

/** Asked where one item is shown with its details. */
export const shownItemFacts = extensionPoint<ItemFacts>();

/** Items as the contract defines them, with the facts that modules above add. */
export async function showItems(ctx: Context, authorised: readonly AuthorisedItem[]): Promise<Item[]> {
  if (authorised.length === 0) return [];
  const ids = authorised.map(({ item }) => item.id);
  // all are asked before the first has answered: PostgreSQL is waited for once
  const [nameOf, placeOf, attached, ...found] = await Promise.all([
    personNames(
      ctx,
      authorised.flatMap(({ item }) => [item.creator_id, item.updater_id, item.lock_person_id]),
    ),
    visibleContainers(
      ctx,
      authorised.flatMap(({ item }) => [item.parent_id, item.cabinet_id]),
    ),
    attachmentCounts(ctx, authorised),
    ...[senderFacts, ...listedItemFacts.all()].map((facts) => facts(ctx, ids, authorised)),
  ]);
  const shown = authorised.map((one) => ({
    ...itemShape(one, lockOf(ctx, one), { nameOf, placeOf }),
    ...validityFacts(one.item, ctx.now),
    ...attached.get(one.item.id),
    ...(isShownSigned(ctx, one) && { signed: true }),
  }));
  for (const facts of found.filter(({ size }) => size > 0)) ids.forEach((id, place) => Object.assign(shown[place] ?? {}, facts.get(id)));
  return shown;
}

/** The dates of an item as lists show them. */
export const validityFacts = (item: ItemRow, now: number): Pick<Item, 'validUntil' | 'reviewTime' | 'expired' | 'expiredFor'> => ({
  ...(item.valid_until !== 0 && { validUntil: isoTime(item.valid_until), ...(item.valid_until <= now && { expired: true }) }),
  ...(item.review_at !== 0 && { reviewTime: isoTime(item.review_at) }),
  ...(item.expired_right !== 0 && { expiredFor: expiredForOf(item) }),
});

/** Visitors of links learn nothing of signatures, nor does who sees the title alone. */
const isShownSigned = (ctx: Context, { item, bits }: AuthorisedItem): boolean =>
  item.signed === 1 && (bits & right.read) !== 0 && ctx.shareSession === undefined;

/** How many attachments documents have, for those who may read them; what has had none is not asked for. */
async function attachmentCounts(ctx: Context, authorised: readonly AuthorisedItem[]): Promise<Map<number, { attachments: number }>> {
  const ids =
    ctx.shareSession === undefined
      ? authorised.filter(({ item, bits }) => item.attachments > 0 && (bits & right.read) !== 0).map(({ item }) => item.id)
      : [];
  if (ids.length === 0) return new Map();
  const counts = await countsOfParents(ctx.db, { parents: JSON.stringify(ids) });
  return new Map(counts.map(({ parent_id: id, n }) => [id, { attachments: n }]));
}

interface NameLookups {
  nameOf: (id: number) => string;
  placeOf: (id: number) => string | undefined;
}

function itemShape({ item, bits }: AuthorisedItem, lock: ReturnType<typeof lockOf>, { nameOf, placeOf }: NameLookups): Item {
  const isDocument = item.kind === objType.document;
  const capacity = isDocument ? capacityOf(item.ext, item.size) : 0;
  return {
    id: String(item.id),
    name: item.name,
    refId: String(item.id),
    objName: item.name,
    fileName: isDocument ? item.name : undefined,
    cabType: item.area,
    objType: item.kind,
    moduleType: item.area,
    ...(item.attached === 1 ? { attachedTo: placeOf(item.parent_id) } : { parentId: placeOf(item.parent_id) }),
    cabinetId: placeOf(item.cabinet_id),
    ext: isDocument ? item.ext : undefined,
    size: isDocument ? item.size : undefined,
    version: isDocument ? item.version_no : undefined,
    versionLabel: isDocument ? labelOf(item) : undefined,
    revision: isDocument ? String(item.revision_id) : undefined,
    rights: bits,
    canView: (bits & right.read) !== 0,
    canDownload: (bits & right.download) !== 0,
    canEdit: (capacity & 2) !== 0 && (bits & right.modify) !== 0,
    capacityType: capacity,
    editType: 1,
    description: item.description === '' ? undefined : item.description,
    sortNumber: item.sort_number,
    createTime: isoTime(item.created_at),
    updateTime: isoTime(item.updated_at),
    creatorName: nameOf(item.creator_id),
    updaterName: nameOf(item.updater_id),
    ...(item.lock_person_id !== 0 && { lockUserName: nameOf(item.lock_person_id), ...lockFields(item), ...lock }),
    favorite: false,
    publishing: item.kind === objType.cabinet ? item.publishing === 1 : undefined,
    ...(item.comments_off === 1 && { commentsOff: true }),
  };
}

/** Since when a locked document is, and whether by a check-out. */
export const lockFields = (item: ItemRow): Pick<Item, 'lockTime' | 'checkedOut'> => ({
  lockTime: isoTime(item.locked_at),
  ...(item.checked_out === 1 && { checkedOut: true }),
});

/** The ancestors of an item from the cabinet down, up to the first hidden one. */
async function visibleAncestors(ctx: Context, id: number): Promise<ItemRow[]> {
  const access = await accessOf(ctx);
  const path = await withAncestors(ctx.db, id);
  const hidden = path.findIndex((row) => !access.isVisible(row.acl_id));
  return (hidden === -1 ? path : path.slice(0, hidden)).toReversed();
}

export async function listAncestors(ctx: Context, input: { id: string }): Promise<Ancestor[]> {
  const { item } = await requireItem(ctx, right.visible, input.id);
  const ancestors = await visibleAncestors(ctx, item.id);
  return ancestors.map((row) => ({
    id: String(row.id),
    name: row.name,
    moduleType: row.area,
    objType: row.kind,
    ...(row.kind === objType.cabinet && row.publishing === 1 && { publishing: true }),
  }));
}

/** A handler that answers the details of an item of one kind. */
export const showDetail =
  (kind: number) =>
  async (ctx: Context, input: { id: string }): Promise<ItemDetail> => {
    const authorised = await requireItem(ctx, right.visible, input.id, kind);
    const { item } = authorised;
    const [shown] = await showItems(ctx, [authorised]);
    if (shown === undefined) throw new Error('one item in, one item out');
    const ancestors = await visibleAncestors(ctx, item.id);
    // folders of a publishing cabinet are filled by flows alone, too
    const cabinet = kind === objType.folder ? await findItem(ctx.db, item.cabinet_id) : undefined;
    const access = await accessOf(ctx);
    const nameOf = await personNames(ctx, [item.owner_id]);
    const children = kind === objType.document ? [] : await childCounts(ctx.db, { parent: item.id });
    const seen = children.filter((count) => access.isVisible(count.acl_id)).reduce((sum, count) => sum + count.n, 0);
    const isOwnerOnly = kind === objType.cabinet && (await isSharedWithNobody(ctx, item));
    for (const facts of await Promise.all(shownItemFacts.all().map((ask) => ask(ctx, [item.id], [authorised]))))
      Object.assign(shown, facts.get(item.id));
    return {
      ...shown,
      ...(cabinet?.publishing === 1 && { publishing: true }),
      path: ancestors.map((row) => row.name).join(' / '),
      ownerId: String(item.owner_id),
      ownerName: nameOf(item.owner_id),
      childCount: kind === objType.document ? undefined : seen,
      ...(isOwnerOnly && { ownerOnly: true }),
    };
  };

/** Whether a cabinet outside *My documents* is the caller's own and has no grant to anybody else. */
const isSharedWithNobody = async (ctx: Context, item: ItemRow): Promise<boolean> =>
  item.owner_id === ctx.user.id &&
  item.area !== moduleType.my &&
  ctx.shareSession === undefined &&
  !(await hasGrantsToOthers(ctx, { rootId: item.id, ownerId: item.owner_id }));

/** The visitor who sent a revision through a share link. It was written with the rights of the link's owner, but not by the owner. */
export const senderOf = (lang: Lang, { visitor, link }: Pick<RevisionRow, 'visitor' | 'link'>): string =>
  visitor || textOf(lang, 'documents')('unknownVisitor', { link });

/** The proven name of a visitor beside the names of users. */
export const visitorName = (lang: Lang, name: string): string => textOf(lang, 'documents')('visitorName', { name });

/** Adds to every list the visitors who uploaded or last changed a document through a share link. */
const senderFacts: ItemFacts = async (ctx, ids) => {
  const facts = new Map<number, Record<string, unknown>>();
  for (const row of await revisionsByLink(ctx.db, { ids: JSON.stringify(ids) })) {
    const sender = senderOf(ctx.user.lang, row);
    const isLast = row.updater_id === row.creator_id && row.updated_at === row.created_at;
    facts.set(row.document_id, {
      ...facts.get(row.document_id),
      ...(row.number === 1 && { creatorName: sender }),
      ...(isLast && { updaterName: sender }),
    });
  }
  return facts;
};
