import { accessAudits } from '@dossier/contract/access/access-audits';
import { moduleType } from '@dossier/contract/core/rights';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';

const areaNames = {
  [moduleType.enterprise]: 'areaEnterprise',
  [moduleType.my]: 'areaMy',
  [moduleType.system]: 'areaSystem',
} as const;

/** What an area is called. */
export function useAreaName(): (area: number) => string {
  const people = useText('identity.users');
  return (area) => (area in areaNames ? people(areaNames[area as keyof typeof areaNames]) : '');
}

/** Begun by who sees all rights by office: lets lists of rights be asked for what one does not manage. */
export interface AccessAudit {
  ticket: string;
  /** Begins it anew: it ends after an hour. */
  renew: () => void;
}

/** What a list of rights is asked with beside what it is about. */
export const auditInput = (look: AccessAudit | undefined): { look?: string } => (look === undefined ? {} : { look: look.ticket });

/** A list that failed is asked again; where a look may have ended, with another one. */
export const renewingAudit = <F extends { refetch: () => unknown }>(found: F, look: AccessAudit | undefined): F =>
  look === undefined ? found : { ...found, refetch: look.renew };

const minute = 60_000;

/** A look at one item or one person. Each stands in the log of the organisation, so it is kept while the page is open. */
export const useAccessAudit = (about: { objId: string } | { userId: string }) =>
  useCall(accessAudits.open, about, { staleTime: 50 * minute });
