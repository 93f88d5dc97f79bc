import { branchDeeds, type Deed, deeds, isDeed, siteDeeds } from '@dossier/contract/deeds';
import { codes } from '@dossier/contract/codes';
import { module, roleType } from '@dossier/contract/rights';
import type { Office } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';

/** What a role keeps of what it lets do. */
export interface OfficeRow {
  deeds: string;
  branch: number;
}

const administrations: readonly number[] = [module.admin, module.site];
const areas: readonly number[] = Object.values(module).filter((type) => !administrations.includes(type));

/** Whether a module is an area that a role opens by itself; the administration follows from what it lets do. */
export const isArea = (type: number): boolean => areas.includes(type);

/** The columns of a role: its areas, what it lets do, and what follows from that. The administration is shown to whom it lets do something there. */
export function officeColumns(office: { moduleTypes: readonly number[]; deeds: readonly Deed[]; branch: boolean }) {
  const held = deeds.filter((deed) => office.deeds.includes(deed));
  if (!office.moduleTypes.every(isArea)) throw new Refusal(codes.invalidParams);
  if (office.branch && held.some((deed) => !branchDeeds.has(deed))) throw new Refusal(codes.invalidParams);
  const bits =
    (held.some((deed) => !siteDeeds.has(deed)) ? roleType.admin : 0) | (held.some((deed) => siteDeeds.has(deed)) ? roleType.site : 0);
  return {
    role_type: office.branch ? 0 : bits,
    module_types: JSON.stringify([...new Set(office.moduleTypes)].toSorted((a, b) => a - b)),
    deeds: JSON.stringify(held),
    branch: office.branch ? 1 : 0,
  };
}

/** The deeds as a role keeps them; what a newer version of the house knew is none here. */
export const deedsOf = (row: OfficeRow): Deed[] => (JSON.parse(row.deeds) as string[]).filter(isDeed);

/** What several roles let do throughout the organisation. */
export const deedsThroughout = (rows: readonly OfficeRow[]): Set<Deed> => new Set(rows.filter((row) => row.branch === 0).flatMap(deedsOf));

/** What they let do in the departments that one heads. */
export const deedsInBranch = (rows: readonly OfficeRow[]): Set<Deed> => new Set(rows.filter((row) => row.branch === 1).flatMap(deedsOf));

/** The areas that an office is shown beside those of its roles. */
export function shownBy({ deeds: held, branchDeeds: inBranch }: Pick<Office, 'deeds' | 'branchDeeds'>): number[] {
  const isSite = [...held].some((deed) => siteDeeds.has(deed));
  const isAdmin = inBranch.size > 0 || [...held].some((deed) => !siteDeeds.has(deed));
  return [...(isAdmin ? [module.admin] : []), ...(isSite ? [module.site] : [])];
}
