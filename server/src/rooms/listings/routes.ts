import { listings } from '@dossier/contract/listings';
import { type Served, serveSlow } from '../../ground/http/serve.ts';
import { readEntries, readMail } from './read-listing.ts';
import { takeEntry } from './take-entry.ts';

export const listingRoutes: Served[] = [
  serveSlow(listings.entries, readEntries),
  serveSlow(listings.mail, readMail),
  serveSlow(listings.take, takeEntry),
];
