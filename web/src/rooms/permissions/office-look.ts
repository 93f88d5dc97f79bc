import { officeLooks } from '@dossier/contract/office-looks';
import { useCall } from '../../ground/use-call.ts';

/** Begun by who sees all rights by office: lets lists of rights be asked for what one does not manage. */
export interface OfficeLook {
  ticket: string;
  /** Begins it anew: it ends after an hour. */
  renew: () => void;
}

/** What a list of rights is asked with beside what it is about. */
export const lookOf = (look: OfficeLook | undefined): { look?: string } => (look === undefined ? {} : { look: look.ticket });

/** A list that failed is asked again; where a look may have ended, with another one. */
export const foundBy = <F extends { refetch: () => unknown }>(found: F, look: OfficeLook | undefined): F =>
  look === undefined ? found : { ...found, refetch: look.renew };

const minute = 60_000;

/** A look at one item or one person. Each stands in the log of the organisation, so it is kept while the page is open. */
export const useOfficeLook = (about: { objId: string } | { userId: string }) =>
  useCall(officeLooks.open, about, { staleTime: 50 * minute });
