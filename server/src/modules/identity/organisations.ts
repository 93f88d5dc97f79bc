import { codes } from '@dossier/contract/core/codes';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { objectShape } from '../../platform/events/event.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { organisationDisabled, organisationUpdated } from './events.ts';
import * as organisations from './organisations.queries.ts';
import { findOrganisation, homeOrganisationRows } from './organisations.queries.ts';

/** An organisation; 2101 for none. */
export async function requireOrganisation(db: Db, id: string) {
  const found = await findOrganisation(db, Number(id));
  if (found === undefined) throw new Refusal(codes.organisationMissing);
  return found;
}

/** The own organisations of users, removed ones too; unknown ids are left out. */
export const homeOrganisations = async (db: Db, ids: number[]): Promise<Map<number, number>> =>
  new Map((await homeOrganisationRows(db, JSON.stringify([...new Set(ids)]))).map((row) => [row.id, row.organisation_id]));

/** The organisation from which the site is administrated. */
export const firstOrganisationId = async (db: Db): Promise<number> => (await organisations.firstOrganisation(db))?.id ?? 0;

/** Emits an event about an organisation to that organisation and to the caller's: each reads it in its own log. */
export async function emitOrganisation(
  { user, emit }: Pick<Context, 'user' | 'emit'>,
  event: typeof organisationUpdated | typeof organisationDisabled,
  done: Omit<z.output<typeof objectShape>, 'spaceId'>,
): Promise<void> {
  for (const spaceId of new Set([user.organisationId, done.objId])) await emit(event, { ...done, spaceId });
}
