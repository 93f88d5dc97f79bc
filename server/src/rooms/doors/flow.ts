import { createHash, randomBytes } from 'node:crypto';
import { codes } from '@dossier/contract/codes';
import type { House } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { deleteOldFlows, insertFlow, takeFlowRow } from './queries.ts';

/** The doors that send the browser to an outside service and await it back with a code. */
export type CodeDoor = 'identityProvider' | 'messagingApp' | 'enterpriseChat';

/** What this server keeps of a sign-in while the browser is elsewhere. */
export interface Flow {
  door: CodeDoor;
  /** Where the outside service was told to send the browser back to. */
  returnTo: string;
  /** Picks the page to land on. */
  landing: string;
  /** Proof that only this server can give with the code (PKCE), and what the answer must repeat. */
  verifier: string;
  nonce: string;
  /** Whom an account is to be bound to, where nobody is to be signed in. */
  holder?: Holder | undefined;
}

/** A person in one session. */
export interface Holder {
  personId: number;
  sessionId: number;
}

/** What a sign-in must not be guessed by: 256 bits each. */
export const newSecrets = (): Pick<Flow, 'verifier' | 'nonce'> => ({
  verifier: randomBytes(32).toString('base64url'),
  nonce: randomBytes(32).toString('base64url'),
});

const flowSeconds = 600;
const cookieName = 'dossier-door';

/** The mark of a browser that began a sign-in; it opens nothing by itself. */
export function browserOf(cookies: string): string | undefined {
  return /(?:^|;\s*)dossier-door=([\w-]{43})(?:;|$)/.exec(cookies)?.[1];
}

/** The mark of this browser, or a new one with the header that sets it. Tabs of one browser share it. */
export function markBrowser(cookies: string, isSecure: boolean): { browser: string; setCookie: string } {
  const browser = browserOf(cookies) ?? randomBytes(32).toString('base64url');
  const setCookie = `${cookieName}=${browser}; Path=/; Max-Age=${flowSeconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return { browser, setCookie };
}

/** Stands for the browser where a signed-in person began: no cookie has this form. */
const markOf = ({ personId, sessionId }: Holder): string => `person ${personId} ${sessionId}`;

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Keeps a sign-in under way; answers the signed `state` that travels with the browser. */
export async function beginFlow(house: House, browser: string, flow: Flow): Promise<string> {
  const id = randomBytes(24).toString('base64url');
  const now = house.now();
  await house.database.write(async (db) => {
    await deleteOldFlows(db, now);
    await insertFlow(db, {
      id,
      browser_hash: hash(flow.holder === undefined ? browser : markOf(flow.holder)),
      facts: JSON.stringify(flow),
      expires_at: now + flowSeconds * 1000,
    });
  });
  return house.tickets.sign('door', { id }, flowSeconds);
}

interface Returned {
  house: House;
  now: number;
  cookies: string;
}

/** What was begun under this `state` in this browser, once; anything forged, old, replayed or from elsewhere is refused. */
export async function takeFlow({ house, now, cookies }: Returned, door: CodeDoor, state: string): Promise<Flow> {
  const ticket = house.tickets.open<{ id: string }>('door', state);
  const browser = browserOf(cookies);
  if (ticket === undefined || browser === undefined) throw new Refusal(codes.handoffInvalid);
  const facts = await house.database.write((db) => takeFlowRow(db, { id: ticket.id, browserHash: hash(browser), now }));
  const flow = facts === undefined ? undefined : (JSON.parse(facts) as Flow);
  if (flow?.door !== door) throw new Refusal(codes.handoffInvalid);
  return flow;
}

/** What this person began to bind in this session, once: they are known by it, and whoever lures somebody here binds nothing. */
export async function takeBindFlow({ house, now }: { house: House; now: number }, asked: { state: string; holder: Holder }): Promise<Flow> {
  const ticket = house.tickets.open<{ id: string }>('door', asked.state);
  const wanted = { id: ticket?.id ?? '', browserHash: hash(markOf(asked.holder)), now };
  const facts = await house.database.write((db) => takeFlowRow(db, wanted));
  if (facts === undefined) throw new Refusal(codes.bindingFailed);
  return JSON.parse(facts) as Flow;
}
