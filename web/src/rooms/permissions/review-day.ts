import { exactTime } from '../../ground/amounts.ts';

/** A day as it is read in tables. */
export const dayOf = (iso: string): string => exactTime(iso).slice(0, 10);
