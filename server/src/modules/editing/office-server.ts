import { capacityOf, extensions } from '@dossier/contract/core/file-types';
import { objType, right } from '@dossier/contract/core/rights';
import type { OfficeKind } from '@dossier/contract/core/site-settings';
import { editType } from '@dossier/contract/editing/editing';
import type { Context, Services } from '../../platform/context.ts';
import { settingsOf } from '../../platform/settings/settings.ts';
import type { ItemRow } from '../access/items.queries.ts';
import type { AuthorisedItem } from '../access/require-items.ts';
import { discoveryOf, opensType } from './office-server/discovery.ts';
import { deleteRowsOf, deleteUserInfo } from './office-server/office-server.queries.ts';

const officeKinds = ['word', 'sheet', 'slides'] as const;
const kinds: Record<OfficeKind, ReadonlySet<string>> = { word: extensions.word, sheet: extensions.sheet, slides: extensions.slides };

/**
 * The address of the page in which the office server opens a document; undefined where none is configured, or it does not open this type.
 * `onlyFirst`: only where the site has it open this family before our own editors. The right to the document is the caller's to ask. May
 * wait for the office server: not inside a transaction.
 */
export async function officeServerAction(
  { services }: Pick<Context, 'services'>,
  item: Pick<ItemRow, 'id' | 'kind' | 'ext'>,
  { onlyFirst = false } = {},
): Promise<string | undefined> {
  if (item.kind !== objType.document) return undefined;
  if (onlyFirst) {
    const { kinds: first } = await settingsOf(services.database.read, 'office');
    if (!first.some((kind) => kinds[kind].has(item.ext))) return undefined;
  }
  const known = await discoveryOf(services);
  return known?.found !== undefined && opensType(known.found, item.ext) ? `/office?id=${item.id}` : undefined;
}

/**
 * For lists: documents that the office server opens, first or as there is no editor of ours. By their family alone, as lists do not wait for the
 * office server: where it does not open a type after all, `preEdit` falls back to the viewer.
 */
export async function officeEditFacts(
  ctx: Context,
  _ids: number[],
  items: readonly AuthorisedItem[],
): Promise<Map<number, Record<string, unknown>>> {
  const { url, kinds: first } = await settingsOf(ctx.db, 'office');
  const facts = new Map<number, Record<string, unknown>>();
  if (url === '' || ctx.shareSession !== undefined) return facts;
  for (const { item, bits } of items) {
    const family = officeKinds.find((kind) => kinds[kind].has(item.ext));
    if (item.kind !== objType.document || family === undefined) continue;
    const own = capacityOf(item.ext, item.size);
    if (!first.includes(family) && (own & 2) !== 0) continue;
    facts.set(item.id, { capacityType: own | 2, canEdit: (bits & right.modify) !== 0, editType: editType.officeServer });
  }
  return facts;
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
