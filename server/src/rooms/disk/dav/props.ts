import { objType } from '@dossier/contract/rights';
import { etagOf } from '../../content/send-range.ts';
import { safeHeaders } from '../../content/media-types.ts';
import type { Found } from './find.ts';
import { dav, escaped } from './xml.ts';

/** A lock as it is told: the token only to its own person. */
export interface ToldLock {
  owner: string;
  token?: string;
  seconds?: number;
}

/** Something with its name on the sync disk. */
export interface Shown {
  name: string;
  href: string;
  found: Found;
  lock: ToldLock | undefined;
}

/** Names the bytes of a revision to clients. */
export const revisionTag = (revisionId: number): string => `revision ${revisionId}`;

export const isPlace = (found: Found): boolean => found.at !== 'item' || found.held.item.kind !== objType.document;

const lockEntry = dav('lockentry', dav('lockscope', dav('exclusive')) + dav('locktype', dav('write')));

/** A lock that stands, as `lockdiscovery` tells it. */
export function activeLock({ owner, token, seconds }: ToldLock, href: string): string {
  return dav(
    'activelock',
    dav('locktype', dav('write')) +
      dav('lockscope', dav('exclusive')) +
      dav('depth', '0') +
      (owner === '' ? '' : dav('owner', escaped(owner))) +
      dav('timeout', seconds === undefined ? 'Infinite' : `Second-${seconds}`) +
      (token === undefined ? '' : dav('locktoken', dav('href', escaped(token)))) +
      dav('lockroot', dav('href', escaped(href))),
  );
}

type Tells = (shown: Shown) => string | undefined;

const ofItem =
  (tell: (item: Extract<Found, { at: 'item' }>['held']['item']) => string | undefined): Tells =>
  ({ found }) =>
    found.at === 'item' ? tell(found.held.item) : undefined;

const ofDocument = (tell: Parameters<typeof ofItem>[0]): Tells =>
  ofItem((item) => (item.kind === objType.document ? tell(item) : undefined));

/** The properties that things on the sync disk have, each as the text in its element; undefined where it has none. */
export const properties: Record<string, Tells> = {
  displayname: ({ name }) => escaped(name),
  resourcetype: ({ found }) => (isPlace(found) ? dav('collection') : ''),
  getcontentlength: ofDocument((item) => String(item.size)),
  getcontenttype: ofDocument((item) => safeHeaders(item.ext)['content-type']),
  getetag: ofDocument((item) => escaped(etagOf(revisionTag(item.revision_id)))),
  getlastmodified: ofItem((item) => new Date(item.updated_at).toUTCString()),
  creationdate: ofItem((item) => new Date(item.created_at).toISOString()),
  supportedlock: ofDocument(() => lockEntry),
  lockdiscovery: ({ lock, href }) => (lock === undefined ? '' : activeLock(lock, href)),
};
