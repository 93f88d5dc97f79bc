import { byteReservations } from './050-byte-reservations.ts';
import { fieldNames } from './051-field-names.ts';
import { visitorReservations } from './052-visitor-reservations.ts';
import { baseline } from './baseline.ts';
import type { Migration } from '../src/platform/db/open-database.ts';

/** All steps in order; a released step is never changed, only followed. */
export const migrations: Migration[] = [baseline, byteReservations, fieldNames, visitorReservations];
