import { listings } from '@dossier/contract/listings';
import { type Served, serveReady, serveSlow } from '../../ground/http/serve.ts';
import { readEntries, readMail } from './read-listing.ts';
import { takeEntry } from './take-entry.ts';

export const listingRoutes: Served[] = [
  serveReady(listings.entries, readEntries),
  serveReady(listings.mail, readMail),
  serveSlow(listings.take, takeEntry),
];
