import { capacityOf, editorOf, extensions } from '@dossier/contract/core/file-types';
import { objType, right } from '@dossier/contract/core/rights';
import type { OfficeKind } from '@dossier/contract/core/site-settings';
import { editType } from '@dossier/contract/editing/editing';
import type { Context, Services } from '../../platform/context.ts';
import { settingsOf } from '../../platform/settings/settings.ts';
import { findItems, type ItemRow } from '../access/items.queries.ts';
import type { AuthorisedItem } from '../access/require-items.ts';
import { unmarkedDocuments } from '../preview/external-viewers.ts';
import { type Discovery, discoveryOf, editsType, knownDiscovery } from './office-server/discovery.ts';
import { deleteRowsOf, deleteUserInfo } from './office-server/office-server.queries.ts';
import { signs } from './office-server/proof-keys.ts';

const officeKinds = ['word', 'sheet', 'slides'] as const;
const kinds: Record<OfficeKind, ReadonlySet<string>> = { word: extensions.word, sheet: extensions.sheet, slides: extensions.slides };

/** The page in which the office server opens a document. */
export const officePageOf = (id: number): string => `/office?id=${id}`;

/** The editors of a type, the one that the site prefers first; `isOffice`: whether the office server edits it. */
function editorsOfType({ ext, size }: Pick<ItemRow, 'ext' | 'size'>, isOffice: boolean, first: readonly OfficeKind[]): number[] {
  const own = editorOf(ext, size) !== undefined ? [editType.own] : [];
  const office = isOffice ? [editType.officeServer] : [];
  return first.some((kind) => kinds[kind].has(ext)) ? [...office, ...own] : [...own, ...office];
}

/** Whether an editor gets documents that the user may not have as they are: an office server that proves itself, as it draws the watermark. */
const takesMarked = (editor: number, found: Discovery | undefined): boolean =>
  editor === editType.officeServer && (found === undefined || signs(found));

/**
 * The editors that open a document for somebody who may modify it, the one that the site prefers first. May wait for the office server: not inside
 * a transaction.
 */
export async function editorsOfDocument(ctx: Context, authorised: AuthorisedItem): Promise<number[]> {
  const { services } = ctx;
  const { item } = authorised;
  const { kinds: first } = await settingsOf(services.database.read, 'office');
  const found = (await discoveryOf(services))?.found;
  const all = editorsOfType(item, found !== undefined && editsType(found, item.ext), first);
  if (all.length === 0 || (await unmarkedDocuments(ctx, [authorised])).has(item.id)) return all;
  return all.filter((editor) => takesMarked(editor, found));
}

/**
 * For lists: how documents can be edited. Of an office server that did not yet describe itself, as lists do not wait for it, it is told by the
 * family of the type: where it does not open it after all, `preEdit` falls back to the viewer.
 */
export async function editFacts(
  ctx: Context,
  _ids: number[],
  items: readonly AuthorisedItem[],
): Promise<Map<number, Record<string, unknown>>> {
  const facts = new Map<number, Record<string, unknown>>();
  if (ctx.shareSession !== undefined) return facts;
  const { url, kinds: first } = await settingsOf(ctx.db, 'office');
  const known = knownDiscovery(ctx.services, url);
  const isOffice = (ext: string): boolean =>
    known !== undefined && (known.found === undefined ? officeKinds.some((kind) => kinds[kind].has(ext)) : editsType(known.found, ext));
  const editable = items.flatMap((one) => {
    const editors = one.item.kind === objType.document ? editorsOfType(one.item, isOffice(one.item.ext), first) : [];
    return editors.length === 0 ? [] : [{ one, editors }];
  });
  const writable = editable.filter(({ one }) => (one.bits & right.modify) !== 0).map(({ one }) => one);
  const unmarked = writable.length === 0 ? new Set<number>() : await unmarkedDocuments(ctx, writable);
  const closed = await publishingCabinets(ctx, writable);
  for (const { one, editors } of editable) {
    const { item, bits } = one;
    const open = editors.filter((editor) => unmarked.has(item.id) || takesMarked(editor, known?.found));
    facts.set(item.id, {
      capacityType: capacityOf(item.ext, item.size) | 2,
      canEdit: open.length > 0 && (bits & right.modify) !== 0 && !closed.has(item.cabinet_id),
      editType: open[0] ?? editors[0],
      ...(open.length > 1 && { editTypes: open }),
    });
  }
  return facts;
}

/** The cabinets of some documents that are filled by flows alone. */
async function publishingCabinets(ctx: Context, documents: readonly AuthorisedItem[]): Promise<Set<number>> {
  const ids = [...new Set(documents.map(({ item }) => item.cabinet_id))];
  if (ids.length === 0) return new Set();
  return new Set((await findItems(ctx.db, ids)).filter((cabinet) => cabinet.publishing === 1).map((cabinet) => cabinet.id));
}

/** The origins that a page of the client may frame and post to: on the page of the office server those of its editors, on others none. */
export async function framedOrigins(services: Services, path: string): Promise<string[]> {
  if (path !== '/office') return [];
  const known = await discoveryOf(services);
  if (known === undefined) return [];
  const addresses = [known.url, ...(known.found?.actions.map((action) => action.urlsrc.replace(/<.*/s, '')) ?? [])];
  return [...new Set(addresses.flatMap((address) => URL.parse(address)?.origin ?? []))].slice(0, 10);
}

/** Lets go of the locks and saves of documents that are removed for good. */
export const releaseOfficeRows = (ctx: Pick<Context, 'db'>, itemIds: number[]): Promise<void> => deleteRowsOf(ctx.db, itemIds);

/** Forgets what office servers keep about a user who is removed. */
export const forgetOfficeUser = async (db: Context['db'], personId: number): Promise<void> => void (await deleteUserInfo(db, personId));
