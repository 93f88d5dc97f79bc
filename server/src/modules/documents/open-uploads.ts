import { codes } from '@dossier/contract/core/codes';
import type { Services } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { arrivedAmong, revisionsByIds } from './revisions/revisions.queries.ts';

const purpose = 'upload';
/** How long an address takes bytes; without a piece for two days what came is swept, and it begins anew. */
export const uploadValidSeconds = 3 * 24 * 3600;
/** A ticket stands in a URL, and Node reads at most 16 KiB of headers. */
const maxTextBytes = 2400;

/** All that is known of an open upload; it stands in the ticket alone, so that opening one writes nothing. */
export interface UploadFacts {
  /** Of the document that the bytes will become. */
  id: number;
  revision: number;
  person: number;
  /** Where the bytes will lie; undefined in tickets from before there were several spaces. */
  space: number | undefined;
  /** The session it was opened in; the bytes may also come in a later one of the same person. */
  session: number;
  /** Of the visitor of a link: the visit that brings it, in place of the session. */
  visit?: number;
  name: string;
  size: number;
  sha256?: string;
  /** The folder to put it into. */
  place?: number;
  path?: string[];
  same?: 'refuse' | 'rename' | 'revision';
  extract?: boolean;
  /** The document that gets a new revision. */
  document?: number;
  major?: boolean;
  note?: string;
}

/** The address to send the bytes to, valid for three days. */
export function uploadUrl(services: Services, facts: UploadFacts): string {
  const texts = [facts.name, facts.note ?? '', ...(facts.path ?? [])].join('/');
  if (Buffer.byteLength(JSON.stringify(texts)) > maxTextBytes) throw new Refusal(codes.nameTooLong);
  return `/upload/${services.tickets.sign(purpose, { ...facts }, uploadValidSeconds)}`;
}

/** What a ticket says; 4607 when it is none of ours or too old. */
export function requireUploadTicket(services: Services, ticket: unknown): UploadFacts {
  const facts = typeof ticket === 'string' ? services.tickets.open<UploadFacts>(purpose, ticket) : undefined;
  if (facts === undefined) throw new Refusal(codes.uploadMissing);
  return facts;
}

/** What one person may have open and unfinished at a time: whoever leaves uploads lying fills the disk for all. One upload alone may be larger. */
export const openUploadLimits = { uploads: 1000, bytes: 64 * 1024 ** 3 };
/** The same for visitors of a link: one of them, all who come from one address, and all together. The last is high enough that few cannot keep others out. */
export const visitorUploadLimits = {
  one: { uploads: 50, bytes: 64 * 1024 ** 3 },
  address: { uploads: 300, bytes: 64 * 1024 ** 3 },
  // bytes that are only announced lie nowhere: whoever announces much must not use up what others may send
  all: { uploads: 3000, bytes: Number.POSITIVE_INFINITY },
};

/** Under whose name uploads are counted, and up to how many. */
export interface UploadCounter {
  key: number | string;
  most: { uploads: number; bytes: number };
}

/** The counter of a person. */
export const countersOfPerson = (person: number): UploadCounter[] => [{ key: person, most: openUploadLimits }];

/** How often a list that only grows is gone through. */
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

/** Counts an upload under each name until it is finished, ended by its owner, or its address is of no use any more; 4603, and under none, where one is full. */
export async function countOpenUpload(services: Services, counters: readonly UploadCounter[], upload: OpenUpload): Promise<void> {
  const all = openUploadsOf(services);
  const { id, revision, size, until } = upload;
  const isAnyFull = () => counters.some(({ key, most }) => isFull(all.get(key) ?? [], { most, size }));
  for (const counter of counters) await pruneCounter(services, counter, size);
  // others came in while the disk was looked at
  if (isAnyFull()) for (const counter of counters) await pruneCounter(services, counter, size);
  if (isAnyFull()) throw new Refusal(codes.uploadTotalTooLarge);
  for (const { key } of counters) all.set(key, [...(all.get(key) ?? []), { id, revision, size, until }]);
}

/** Goes through a list that is full, or has grown: what is finished or ended counts no more. */
async function pruneCounter(services: Services, { key, most }: UploadCounter, size: number): Promise<void> {
  const all = openUploadsOf(services);
  const known = all.get(key) ?? [];
  if (!isFull(known, { most, size }) && (known.length === 0 || known.length % pruneEvery !== 0)) return;
  const open = await stillOpen(services, known);
  // others may have come in while the disk was looked at
  const since = (all.get(key) ?? []).filter((one) => !known.includes(one));
  all.set(key, [...open, ...since]);
}

/** Counts uploads no more that left nothing lying. */
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

/** Forgets uploads whose addresses are of no use any more. */
export function forgetExpiredUploads(services: Services): void {
  const all = openUploadsOf(services);
  for (const [person, list] of all) {
    const left = list.filter((one) => one.until > services.now());
    if (left.length === 0) all.delete(person);
    else all.set(person, left);
  }
}

/** How many uploads of a person are neither finished nor ended, of those that this process knows. */
export const openUploadCount = async (services: Services, person: number): Promise<number> =>
  (await stillOpen(services, openUploads.get(services)?.get(person) ?? [])).length;
