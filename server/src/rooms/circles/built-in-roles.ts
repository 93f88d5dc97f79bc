import { type Deed, deeds, siteDeeds } from '@dossier/contract/deeds';
import { type BuiltInRole, builtInRoles } from '@dossier/contract/people';
import { module } from '@dossier/contract/rights';
import type { Db } from '../../ground/db/database.ts';
import { newId } from '../../ground/ids.ts';
import { nameColumns } from '../../ground/text/name-columns.ts';
import { organisationIds } from '../organisations/organisation-rows.ts';
import { officeColumns } from './office.ts';
import { insertRole, rolesOfOrganisation } from './role-queries.ts';

const staffModules = [module.home, module.enterprise, module.categories, module.my, module.system, module.flows, module.meetings];
const ofOrganisation = deeds.filter((deed) => !siteDeeds.has(deed));

/**
 * What the roles of the house let do. Who makes accounts and their passwords gives no roles, who gives roles makes no accounts, and who
 * audits does neither, so that nobody of the three rises alone.
 */
const offices: Record<BuiltInRole, Deed[]> = {
  administrators: ofOrganisation,
  site: [...siteDeeds],
  system: [
    'people.see',
    'people.edit',
    'people.secrets',
    'people.remove',
    'people.guests',
    'departments.edit',
    'departments.heads',
    'groups.edit',
    'cabinets.create',
    'quotas.edit',
    'reports.see',
    'templates.edit',
    'flows.see',
    'flows.edit',
    'watermarks.edit',
    'disk.edit',
    'tags.edit',
    'cards.edit',
    'categories.edit',
  ],
  security: [
    'people.see',
    'roles.edit',
    'roles.assign',
    'sessions.see',
    'sessions.end',
    'addresses.see',
    'addresses.edit',
    'rights.see',
    'rights.viewAs',
    'rights.owner',
    'watermarks.edit',
    'shares.edit',
    'words.edit',
    'words.judge',
  ],
  audit: ['people.see', 'flows.see', 'sessions.see', 'addresses.see', 'rights.see', 'log.see', 'reports.see'],
  heads: ['people.see', 'people.edit', 'departments.edit', 'reports.see', 'tags.edit'],
  staff: [],
};

/** Gives an organisation the roles of the house that it has not: all of them when it opens. The site belongs to the first organisation. */
export async function seedRoles(db: Db, { organisationId, site }: { organisationId: number; site: boolean }): Promise<void> {
  const known = await rolesOfOrganisation(db, organisationId);
  for (const [kind, name] of Object.entries(builtInRoles) as [BuiltInRole, string][]) {
    if (known.some((role) => role.kind === kind) || (kind === 'site' && !site)) continue;
    // somebody may have called a role of their own so, before there was this one
    const isTaken = known.some((role) => role.name_key === nameColumns(name).name_key);
    const names = nameColumns(isTaken ? `${name} (Dossier)` : name);
    const lets = kind === 'administrators' && site ? deeds : offices[kind];
    const office = officeColumns({ moduleTypes: staffModules, deeds: lets, branch: kind === 'heads' });
    await insertRole(db, { id: newId(), organisation_id: organisationId, ...names, ...office, built_in: 1, kind });
  }
}

/** Gives every organisation the roles that came with a newer version. */
export async function seedMissingRoles(db: Db): Promise<void> {
  const all = await organisationIds(db);
  for (const organisationId of all) await seedRoles(db, { organisationId, site: organisationId === all[0] });
}
