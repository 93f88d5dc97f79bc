import type { House } from './ctx.ts';
import type { Db } from './db/database.ts';

/** A thing that happened, as a listener gets it. */
export interface Happening {
  id: number;
  event: string;
  data: Record<string, unknown>;
  personId: number | undefined;
  personName: string;
  address: string;
  at: number;
}

/**
 * Who wants to hear of which events. `batch` listeners run in one transaction with the removal of their rows; `job` ones do slow work
 * outside of it, one row at a time and each listener on its own, so that a long job holds up nobody else.
 */
export interface Listener {
  name: string;
  events: readonly string[];
  batch?(db: Db, happenings: Happening[], house: House): Promise<void>;
  job?(happening: Happening, house: House): Promise<void>;
  /** Of several waiting rows with the same key only one is kept; one that is being worked on no longer waits. */
  dedupe?(event: string, data: Record<string, unknown>): string | undefined;
}
