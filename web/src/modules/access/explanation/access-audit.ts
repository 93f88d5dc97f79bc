import { accessAudits } from '@dossier/contract/access/access-audits';
import { moduleType } from '@dossier/contract/core/rights';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';

const areaNames = {
  [moduleType.enterprise]: 'areaEnterprise',
  [moduleType.my]: 'areaMy',
  [moduleType.system]: 'areaSystem',
} as const;

/** The names of the areas. */
export function useAreaName(): (area: number) => string {
  const people = useText('identity.users');
  return (area) => (area in areaNames ? people(areaNames[area as keyof typeof areaNames]) : '');
}

/** An open access audit: allows queries on rights of items that the caller does not manage. */
export interface AccessAudit {
  ticket: string;
  /** Opens it anew: its token expires after an hour. */
  renew: () => void;
}

/** The additional input of queries on rights in an access audit. */
export const auditInput = (audit: AccessAudit | undefined): { look?: string } => (audit === undefined ? {} : { look: audit.ticket });

/** Repeats a failed query; where its audit token may have expired, with a new one. */
export const renewingAudit = <F extends { refetch: () => unknown }>(found: F, audit: AccessAudit | undefined): F =>
  audit === undefined ? found : { ...found, refetch: audit.renew };

const minute = 60_000;

/** An access audit of one item or one user. Each is logged, so it is kept while the page is open. */
export const useAccessAudit = (about: { objId: string } | { userId: string }) =>
  useCall(accessAudits.open, about, { staleTime: 50 * minute });
