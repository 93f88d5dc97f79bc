import { codes } from '@dossier/contract/codes';
import type { Db } from '../../ground/db/database.ts';
import { Refusal } from '../../ground/refusal.ts';
import { findOrganisation } from './organisation-queries.ts';

/** What later rooms know of organisations, and what those write that open one. */
export { findOrganisation, firstOrganisation, insertOrganisation, organisationIds, organisationNames } from './organisation-queries.ts';

/** An organisation; 2101 for none. */
export async function needOrganisation(db: Db, id: string) {
  const found = await findOrganisation(db, Number(id));
  if (found === undefined) throw new Refusal(codes.organisationMissing);
  return found;
}
