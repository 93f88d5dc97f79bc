import { codes } from '@dossier/contract/codes';
import type { House } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';

const purpose = 'upload';
/** How long an address takes bytes; without a piece for two days what came is swept, and it begins anew. */
export const validSeconds = 3 * 24 * 3600;
/** A ticket stands in a URL, and Node reads at most 16 KiB of headers. */
const longestTexts = 2400;

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
export function uploadUrl(house: House, facts: UploadFacts): string {
  const texts = [facts.name, facts.note ?? '', ...(facts.path ?? [])].join('/');
  if (Buffer.byteLength(JSON.stringify(texts)) > longestTexts) throw new Refusal(codes.nameTooLong);
  return `/upload/${house.tickets.sign(purpose, { ...facts }, validSeconds)}`;
}

/** What a ticket says; 4607 when it is none of ours or too old. */
export function needUpload(house: House, ticket: unknown): UploadFacts {
  const facts = typeof ticket === 'string' ? house.tickets.open<UploadFacts>(purpose, ticket) : undefined;
  if (facts === undefined) throw new Refusal(codes.uploadMissing);
  return facts;
}
