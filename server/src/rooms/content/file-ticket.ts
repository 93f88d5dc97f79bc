import { codes } from '@dossier/contract/codes';
import { renditionOf } from '@dossier/contract/file-types';
import { objType, right } from '@dossier/contract/rights';
import { nameAsker, nameOfPerson } from '../../ground/asker.ts';
import type { Ctx, House } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { type Held, lentItem, needItem } from '../library/need-items.ts';
import { needDownloadAddress } from '../guard/address-guard.ts';
import { needSessionIn } from '../session/admit.ts';
import { contextOfPerson } from './person-context.ts';
import { type RevisionRow, revisionById } from './queries.ts';
import { isSeenAsItIs } from './seen-as-it-is.ts';

const validSeconds = 3600;
/** The addresses of small pictures stay the same for so long, so that a browser keeps the pictures; each is good for once or twice as long. */
export const steadyHours = 4;

/** For what bytes are handed out: it decides the right that must still stand, and how they are sent. */
export type Use = 'view' | 'print' | 'pdf' | 'download';

const needed: Record<Use, number> = {
  view: right.visible | right.read,
  print: right.visible | right.read | right.print,
  pdf: right.visible | right.pdf,
  download: right.visible | right.download,
};

interface FileFacts {
  session: number;
  space: number;
  person: number;
  document: number;
  revision: number;
  use: Use;
  /** Of the visitor of a link: the visit it was made for, in place of the session. */
  visit?: number;
  entry?: HeldEntry;
}

/** What a ticket opens: the bytes, what is made of them so that they can be looked at, or the small pictures of lists alone. */
type Purpose = 'file' | 'look' | 'thumb';

/** What a ticket opens at this moment, and for whom. */
export interface Opened {
  ctx: Ctx;
  held: HeldRevision;
  use: Use;
  /** Before something is sent that took long to make: refused where what was opened has been closed meanwhile. */
  still: () => Promise<void>;
}

/** What is made within this time is sent by what was judged when it was asked for. */
const momentMs = 250;

/** A file out of an archive or a mail, unpacked on the shelf of the revision that holds it. */
export interface HeldEntry {
  /** What it is called on that shelf. */
  part: string;
  name: string;
  ext: string;
  size: number;
  /** It lies in something that lies in so many others. */
  depth: number;
  /** It came with a mail: only for who may have the original of that. */
  ofMail?: boolean;
}

/** A document of the caller with one of its revisions; with an `entry` only this file out of it is meant. */
export interface HeldRevision extends Held {
  revision: RevisionRow;
  entry?: HeldEntry;
  /** By no right of the caller's own: a later room lends this one revision. */
  lent?: boolean;
  /** Lent by who wants a mark on all that is shown of it. */
  marked?: boolean;
}

/** A document by the caller's own right; to look at one named revision of it, also by a flow that lends them this one. */
async function needReadable(
  ctx: Ctx,
  need: number,
  { id, currentRev }: { id: string; currentRev?: string },
): Promise<Held & Pick<HeldRevision, 'lent' | 'marked'>> {
  try {
    return await needItem(ctx, need, id, objType.document);
  } catch (error) {
    const isLook = (need & ~(right.visible | right.read)) === 0;
    if (!(error instanceof Refusal) || !isLook || currentRev === undefined || ctx.visit !== undefined) throw error;
    const target = { documentId: Number(id), revisionId: Number(currentRev) };
    for (const lends of ctx.house.lends) {
      const lent = await lends(ctx, target);
      if (lent !== false) return { ...(await lentItem(ctx, id)), lent: true, marked: lent === 'marked' };
    }
    throw error;
  }
}

/** One revision of a document through the gate: the newest, or an older one of the same document. */
export async function needRevision(ctx: Ctx, need: number, target: { id: string; currentRev?: string }): Promise<HeldRevision> {
  const held = await needReadable(ctx, need, target);
  const [revision] = await revisionById(ctx.db, { id: Number(target.currentRev ?? held.item.revision_id) });
  if (revision === undefined || revision.document_id !== held.item.id) throw new Refusal(codes.revisionMissing);
  return { ...held, revision };
}

/** The gate for a use of the bytes. */
export const needUse = (ctx: Ctx, use: Use, target: { id: string; currentRev?: string }) => needRevision(ctx, needed[use], target);

/** The name that a revision is shown under: the document's own today, an older one's as it came. */
export function shownName({ item, revision, entry }: HeldRevision): { name: string; ext: string } {
  if (entry !== undefined) return { name: entry.name, ext: entry.ext };
  return revision.id === item.revision_id ? { name: item.name, ext: item.ext } : { name: revision.name, ext: revision.ext };
}

/** Signed facts that open one use of a revision for the caller: for an hour, and only as long as the session and the right stand. */
function ticketFor(ctx: Ctx, held: HeldRevision, ...[purpose, use, seconds]: [purpose: Purpose, use: Use, seconds?: number]): string {
  const facts: FileFacts = {
    session: ctx.user.sessionId,
    space: ctx.user.organisationId,
    person: ctx.user.id,
    document: held.item.id,
    revision: held.revision.id,
    use,
    ...(ctx.visit !== undefined && { visit: ctx.visit.id }),
    ...(held.entry !== undefined && { entry: held.entry }),
  };
  return ctx.house.tickets.sign(purpose, { ...facts }, seconds ?? validSeconds);
}

/** An address of the bytes themselves. */
export const fileUrl = (ctx: Ctx, held: HeldRevision, use: Use): string =>
  `/file/${ticketFor(ctx, held, 'file', use)}/${encodeURIComponent(shownName(held).name)}`;

/** A ticket for what is made of the bytes so that they can be looked at or printed; it never opens the bytes themselves. */
export const lookTicket = (ctx: Ctx, held: HeldRevision, use: Use): string => ticketFor(ctx, held, 'look', use);

/** A ticket for the small pictures of a revision, the same again and again for some hours. */
export function thumbTicket(ctx: Ctx, held: HeldRevision): string {
  const now = Math.floor(ctx.house.now() / 1000);
  const step = steadyHours * 3600;
  return ticketFor(ctx, held, 'thumb', 'view', (Math.floor(now / step) + 2) * step - now);
}

/** Who a ticket acts for at this moment: the session that it was made for, or the visit of a shared link. */
export async function contextOfTicket(
  house: House,
  facts: { session: number; space: number | undefined; person: number; visit?: number },
  { address, looking = false }: { address: string; looking?: boolean },
): Promise<Ctx> {
  const db = house.database.read;
  if (facts.visit !== undefined) return house.visits.open(house, db, { visitId: facts.visit, address, looking });
  await needSessionIn(house, facts);
  return contextOfPerson(house, db, { personId: facts.person, spaceId: facts.space, sessionId: facts.session, address });
}

async function openTicket(house: House, ticket: unknown, ...[purpose, address]: [purpose: Purpose, address: string]): Promise<Opened> {
  const facts = typeof ticket === 'string' ? house.tickets.open<FileFacts>(purpose, ticket) : undefined;
  if (facts === undefined) throw new Refusal(codes.ticketInvalid);
  const ctx = await contextOfTicket(house, facts, { address, looking: purpose !== 'file' || facts.use !== 'download' });
  nameAsker(nameOfPerson(ctx.user.id), ctx.visit === undefined ? '' : `${ctx.visit.key} ${address}`);
  const held = await needUse(ctx, facts.use, { id: String(facts.document), currentRev: String(facts.revision) });
  // links give documents as they are today
  if (ctx.visit !== undefined && held.revision.id !== held.item.revision_id) throw new Refusal(codes.revisionMissing);
  if (facts.entry?.ofMail === true && (held.bits & right.download) === 0) throw new Refusal(codes.noRightToDownload);
  const openedAt = performance.now();
  const still = async (): Promise<void> => {
    if (performance.now() - openedAt > momentMs) await openTicket(house, ticket, purpose, address);
  };
  return { ctx, held: facts.entry === undefined ? held : { ...held, entry: facts.entry }, use: facts.use, still };
}

/** What the ticket of a look opens at this moment. */
export const openLook = (house: House, ticket: unknown, address: string): Promise<Opened> => openTicket(house, ticket, 'look', address);

/** What the ticket of a small picture opens at this moment. */
export const openThumb = (house: House, ticket: unknown, address: string): Promise<Opened> => openTicket(house, ticket, 'thumb', address);

/** What the ticket of the bytes opens at this moment. */
export async function openFile(house: House, ticket: unknown, address: string): Promise<HeldRevision & { use: Use }> {
  const { ctx, held, use } = await openTicket(house, ticket, 'file', address);
  // these are the bytes of the whole
  if (held.entry !== undefined) throw new Refusal(codes.ticketInvalid);
  // whoever asks to look at the bytes of what is shown by pictures of it would carry the original away
  const { ext } = shownName(held);
  const mayHave = use === 'download' || (held.bits & right.download) !== 0;
  if (!mayHave && !(await isSeenAsItIs(ext, house.blobs.pathOf(held.revision.sha256)))) throw new Refusal(codes.noRightToDownload);
  const unseen = use !== 'download' && renditionOf(ext) === 'none';
  if (unseen || use === 'download') await needDownloadAddress(ctx);
  return { ...held, use };
}
