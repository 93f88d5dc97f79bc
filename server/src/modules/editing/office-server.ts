import { extensions } from '@dossier/contract/core/file-types';
import { objType } from '@dossier/contract/core/rights';
import type { OfficeKind } from '@dossier/contract/core/site-settings';
import type { Context, Services } from '../../platform/context.ts';
import { settingsOf } from '../../platform/settings/settings.ts';
import type { ItemRow } from '../access/items.queries.ts';
import { discoveryOf, opensType } from './office-server/discovery.ts';
import { deleteRowsOf, deleteUserInfo } from './office-server/office-server.queries.ts';

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
