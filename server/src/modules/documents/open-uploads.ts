import { codes } from '@dossier/contract/core/codes';
import type { Services } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { arrivedAmong, revisionsByIds } from './revisions/revisions.queries.ts';

const purpose = 'upload';
/** How long an upload address is valid; after two days without a piece the received bytes are swept, and the upload restarts. */
export const uploadValidSeconds = 3 * 24 * 3600;
/** The ticket is part of a URL, and Node reads at most 16 KiB of headers. */
const maxTextBytes = 2400;

/** All facts of an open upload; they are in the ticket alone, so that opening one writes nothing. */
export interface UploadFacts {
  /** Id of the document that the bytes will become. */
  id: number;
  revision: number;
  person: number;
  /** The space that the bytes are placed in; undefined in tickets from before there were several spaces. */
  space: number | undefined;
  /** The session that it was opened in; a later session of the same user may send the bytes too. */
  session: number;
  /** For the visitor of a share link: the share session, in place of the session. */
  shareSessionId?: number;
  name: string;
  size: number;
  sha256?: string;
  /** The folder that the document is placed in. */
  place?: number;
  path?: string[];
  same?: 'refuse' | 'rename' | 'revision';
  extract?: boolean;
  /** The document that gets a new revision. */
  document?: number;
  major?: boolean;
  /** Whether who holds the lock keeps it. */
  keepLock?: boolean;
  note?: string;
}

/** The URL to send the bytes to, valid for three days. */
export function uploadUrl(services: Services, facts: UploadFacts): string {
  const texts = [facts.name, facts.note ?? '', ...(facts.path ?? [])].join('/');
  if (Buffer.byteLength(JSON.stringify(texts)) > maxTextBytes) throw new Refusal(codes.nameTooLong);
  return `/upload/${services.tickets.sign(purpose, { ...facts }, uploadValidSeconds)}`;
}

/** The facts of a ticket; 4607 when it is invalid or expired. */
export function requireUploadTicket(services: Services, ticket: unknown): UploadFacts {
  const opened = typeof ticket === 'string' ? services.tickets.open<UploadFacts & { visit?: number }>(purpose, ticket) : undefined;
  if (opened === undefined) throw new Refusal(codes.uploadMissing);
  // in tickets of an earlier version the share session has another name; they are valid for three days
  const { visit, shareSessionId = visit, ...facts } = opened;
  return { ...facts, ...(shareSessionId !== undefined && { shareSessionId }) };
}

/** Open uploads of one user, so that abandoned ones do not fill the disk. A single upload alone may be larger. */
export const openUploadLimits = { uploads: 1000, bytes: 64 * 1024 ** 3 };
/**
 * Open uploads of share link visitors: of one share session, of one address, and of all. The last limit is high, so that a few visitors do
 * not block the others.
 */
export const visitorUploadLimits = {
  one: { uploads: 50, bytes: 64 * 1024 ** 3 },
  address: { uploads: 300, bytes: 64 * 1024 ** 3 },
  // the room that visitors are promised together is limited where it is reserved
  all: { uploads: 3000, bytes: Number.POSITIVE_INFINITY },
};

/** A key that open uploads are counted under, and its limits. */
export interface UploadCounter {
  key: number | string;
  most: { uploads: number; bytes: number };
}

export const countersOfPerson = (person: number): UploadCounter[] => [{ key: person, most: openUploadLimits }];

/** A list that only grows is pruned whenever it has grown by this many. */
const pruneEvery = 100;

interface OpenUpload {
  id: number;
  revision: number;
  size: number;
  until: number;
}

const openUploads = new WeakMap<Services, Map<UploadCounter['key'], OpenUpload[]>>();

function openUploadsOf(services: Services): Map<UploadCounter['key'], OpenUpload[]> {
  const known = openUploads.get(services) ?? new Map<UploadCounter['key'], OpenUpload[]>();
  openUploads.set(services, known);
  return known;
}

const bytesOf = (list: readonly OpenUpload[]): number => list.reduce((sum, one) => sum + one.size, 0);
const isFull = (list: readonly OpenUpload[], { most, size }: { most: UploadCounter['most']; size: number }): boolean =>
  list.length >= most.uploads || (list.length > 0 && bytesOf(list) + size > most.bytes);

/**
 * Counts an upload under each key until it is finished, cancelled, or its address has expired; 4603, and counted under none, where one is
 * full.
 */
export async function countOpenUpload(services: Services, counters: readonly UploadCounter[], upload: OpenUpload): Promise<void> {
  const all = openUploadsOf(services);
  const { id, revision, size, until } = upload;
  const isAnyFull = () => counters.some(({ key, most }) => isFull(all.get(key) ?? [], { most, size }));
  for (const counter of counters) await pruneCounter(services, counter, size);
  // others may have been added during the disk access
  if (isAnyFull()) for (const counter of counters) await pruneCounter(services, counter, size);
  if (isAnyFull()) throw new Refusal(codes.uploadTotalTooLarge);
  for (const { key } of counters) all.set(key, [...(all.get(key) ?? []), { id, revision, size, until }]);
}

/** Prunes a list that is full or has grown: finished and cancelled uploads no longer count. */
async function pruneCounter(services: Services, { key, most }: UploadCounter, size: number): Promise<void> {
  const all = openUploadsOf(services);
  const known = all.get(key) ?? [];
  if (!isFull(known, { most, size }) && (known.length === 0 || known.length % pruneEvery !== 0)) return;
  const open = await stillOpen(services, known);
  // others may have been added during the disk access
  const since = (all.get(key) ?? []).filter((one) => !known.includes(one));
  all.set(key, [...open, ...since]);
}

/** Stops counting uploads that left no bytes. */
export function uncountOpenUploads(services: Services, person: number, ids: ReadonlySet<number>): void {
  const all = openUploadsOf(services);
  const left = (all.get(person) ?? []).filter((one) => !ids.has(one.id));
  if (left.length === 0) all.delete(person);
  else all.set(person, left);
}

async function stillOpen(services: Services, list: readonly OpenUpload[]): Promise<OpenUpload[]> {
  const db = services.database.read;
  const revisions = new Set((await revisionsByIds(db, { ids: JSON.stringify(list.map((one) => one.revision)) })).map((row) => row.id));
  const archives = new Set((await arrivedAmong(db, JSON.stringify(list.map((one) => one.id)))).map((row) => row.id));
  const open: OpenUpload[] = [];
  for (const one of list) {
    if (one.until <= services.now() || revisions.has(one.revision) || archives.has(one.id)) continue;
    if ((await services.storage.parts.stat(String(one.id)))?.isEnded !== true) open.push(one);
  }
  return open;
}

/** Forgets uploads whose addresses have expired. */
export function forgetExpiredUploads(services: Services): void {
  const all = openUploadsOf(services);
  for (const [person, list] of all) {
    const left = list.filter((one) => one.until > services.now());
    if (left.length === 0) all.delete(person);
    else all.set(person, left);
  }
}

/** How many uploads of a user are neither finished nor cancelled, as far as this process knows. */
export const openUploadCount = async (services: Services, person: number): Promise<number> =>
  (await stillOpen(services, openUploads.get(services)?.get(person) ?? [])).length;
