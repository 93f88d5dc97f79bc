import { createHash } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import {
  SearchTerms,
  type SavedSearch,
  mostRecentSearches,
  mostSavedSearches,
  type savedSearches,
} from '@dossier/contract/search/saved-searches';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/dialect.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isoTime } from '../../platform/text/iso-time.ts';
import { nameColumns, nameKey } from '../../platform/text/names.ts';
import {
  type Owner,
  deleteAllSavedSearches,
  deleteRecentSearches,
  deleteSavedSearches,
  insertSavedSearch,
  keepsRecentSearches,
  putRecentSearch,
  recentSearchesOf,
  savedSearchesOf,
  trimRecentSearches,
  turnRecentSearchesOff,
  turnRecentSearchesOn,
  updateSavedSearch,
} from './saved/saved-searches.queries.ts';

const ownerOf = ({ user }: Context): Owner => ({ personId: user.id, organisationId: user.organisationId });

/** Stored terms in the shape of today; undefined where they have another. */
function termsOf(stored: string): SearchTerms | undefined {
  const read = SearchTerms.safeParse(JSON.parse(stored));
  return read.success ? read.data : undefined;
}

/**
 * Searches with the same words are one, so that refining the filters of a search does not fill the list. Conditions on cards are longer than an entry of an
 * index may be.
 */
const keyOf = (terms: SearchTerms): string =>
  terms.keyword === undefined || terms.keyword === ''
    ? createHash('sha256')
        .update(`${terms.tagIds ?? ''} ${terms.card ?? ''} ${terms.creatorId ?? ''}`)
        .digest('base64url')
    : `=${nameKey(terms.keyword)}`;

export async function listRecentSearches(ctx: Context): Promise<OutputOf<typeof savedSearches.recent>> {
  const rows = await recentSearchesOf(ctx.db, ownerOf(ctx), mostRecentSearches);
  const list = rows.flatMap(({ id, terms: stored, searched_at }) => {
    const terms = termsOf(stored);
    return terms === undefined ? [] : [{ id: String(id), terms, time: isoTime(searched_at) }];
  });
  return { on: await keepsRecentSearches(ctx.db, ctx.user.id), list };
}

export async function rememberSearch(ctx: Context, { terms }: ParsedOf<typeof savedSearches.remember>) {
  const owner = ownerOf(ctx);
  await putRecentSearch(ctx.db, owner, { id: newId(), key: keyOf(terms), terms: JSON.stringify(terms), at: ctx.now });
  await trimRecentSearches(ctx.db, owner, mostRecentSearches);
  return {};
}

export async function forgetSearches(ctx: Context, { ids }: ParsedOf<typeof savedSearches.forget>) {
  const { personId, organisationId } = ownerOf(ctx);
  await deleteRecentSearches(ctx.db, personId, { organisationId, ...(ids !== undefined && { ids: ids.map(Number) }) });
  return {};
}

/** Switched off, nothing is left of the searches before, in no organisation. */
export async function keepSearches(ctx: Context, { on }: ParsedOf<typeof savedSearches.keep>) {
  if (on) {
    await turnRecentSearchesOn(ctx.db, ctx.user.id);
    return {};
  }
  await turnRecentSearchesOff(ctx.db, ctx.user.id);
  await deleteRecentSearches(ctx.db, ctx.user.id);
  return {};
}

export async function listSavedSearches(ctx: Context): Promise<{ list: SavedSearch[] }> {
  const rows = await savedSearchesOf(ctx.db, ownerOf(ctx));
  const list = rows.flatMap(({ id, name, terms: stored }) => {
    const terms = termsOf(stored);
    return terms === undefined ? [] : [{ id: String(id), name, terms }];
  });
  return { list };
}

const searchName = (given: string) => {
  const { name, name_key, name_sort } = nameColumns(given);
  return { name, name_key, name_sort };
};

async function refuseTakenName<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw isUniqueViolation(error) ? new Refusal(codes.savedNameExists) : error;
  }
}

export async function saveSearch(ctx: Context, { name, terms }: ParsedOf<typeof savedSearches.save>) {
  const id = newId();
  const row = { id, ...searchName(name), terms: JSON.stringify(terms), at: ctx.now, most: mostSavedSearches };
  if (!(await refuseTakenName(insertSavedSearch(ctx.db, ownerOf(ctx), row)))) throw new Refusal(codes.savedSearchesFull);
  return { id: String(id) };
}

export async function changeSavedSearch(ctx: Context, { id, name, terms }: ParsedOf<typeof savedSearches.update>) {
  const changes = {
    id: Number(id),
    updated_at: ctx.now,
    ...(name !== undefined && searchName(name)),
    ...(terms !== undefined && { terms: JSON.stringify(terms) }),
  };
  if (!(await refuseTakenName(updateSavedSearch(ctx.db, ownerOf(ctx), changes)))) throw new Refusal(codes.itemMissing);
  return {};
}

/** Those that are not the caller's are ignored, as they are gone for the caller already. */
export async function removeSavedSearches(ctx: Context, { ids }: ParsedOf<typeof savedSearches.delete>) {
  await deleteSavedSearches(ctx.db, ownerOf(ctx), ids.map(Number));
  return {};
}

/** Deletes the searches of a user who is removed. */
export async function forgetSearchesOf(db: Db, personId: number): Promise<void> {
  await deleteRecentSearches(db, personId);
  await turnRecentSearchesOn(db, personId);
  await deleteAllSavedSearches(db, personId);
}
