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

/** The own organisations of people, removed ones among them; what is nobody's id is left out. */
export const homeOrganisations = async (db: Db, ids: number[]): Promise<Map<number, number>> =>
  new Map((await homeOrganisationRows(db, JSON.stringify([...new Set(ids)]))).map((row) => [row.id, row.organisation_id]));

/** The organisation from which the site is administrated. */
export const firstOrganisationId = async (db: Db): Promise<number> => (await organisations.firstOrganisation(db))?.id ?? 0;

/** Says what the site does to an organisation, to that organisation as well as to where it was done: each reads it in its own log. */
export async function emitOrganisation(
  { user, emit: say }: Pick<Context, 'user' | 'emit'>,
  event: typeof organisationUpdated | typeof organisationDisabled,
  done: Omit<z.output<typeof objectShape>, 'spaceId'>,
): Promise<void> {
  for (const spaceId of new Set([user.organisationId, done.objId])) await say(event, { ...done, spaceId });
}
