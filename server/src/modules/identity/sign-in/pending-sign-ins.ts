import { createHash, randomBytes } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import type { Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { deleteOldFlows, deleteOldTickets, insertFlow, takeFlowRow, useTicketOnce } from '../providers/providers.queries.ts';

/** The doors that send the browser to an outside service and await it back with a code. */
export type CodeProvider = 'identityProvider' | 'messagingApp' | 'enterpriseChat';

/** What this server keeps of a sign-in while the browser is elsewhere. */
export interface AuthorizationFlow {
  door: CodeProvider;
  /** Where the outside service was told to send the browser back to. */
  returnTo: string;
  /** Picks the page to land on. */
  landing: string;
  /** Proof that only this server can give with the code (PKCE), and what the answer must repeat. */
  verifier: string;
  nonce: string;
  /** Whom an account is to be bound to, where nobody is to be signed in. */
  holder?: FlowHolder | undefined;
}

/** A person in one session. */
export interface FlowHolder {
  personId: number;
  sessionId: number;
}

/** What a sign-in must not be guessed by: 256 bits each. */
export const newSecrets = (): Pick<AuthorizationFlow, 'verifier' | 'nonce'> => ({
  verifier: randomBytes(32).toString('base64url'),
  nonce: randomBytes(32).toString('base64url'),
});

const flowSeconds = 600;
const cookieName = 'dossier-door';

/** The mark of a browser that began a sign-in; it opens nothing by itself. */
function browserMarkOf(cookies: string): string | undefined {
  return /(?:^|;\s*)dossier-door=([\w-]{43})(?:;|$)/.exec(cookies)?.[1];
}

/** The mark of this browser, or a new one with the header that sets it. Tabs of one browser share it. */
export function markBrowser(cookies: string, isSecure: boolean): { browser: string; setCookie: string } {
  const browser = browserMarkOf(cookies) ?? randomBytes(32).toString('base64url');
  const setCookie = `${cookieName}=${browser}; Path=/; Max-Age=${flowSeconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return { browser, setCookie };
}

/** Stands for the browser where a signed-in person began: no cookie has this form. */
const holderMarkOf = ({ personId, sessionId }: FlowHolder): string => `person ${personId} ${sessionId}`;

const hashMark = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Keeps a sign-in under way; answers the signed `state` that travels with the browser. */
export async function beginFlow(services: Services, browser: string, flow: AuthorizationFlow): Promise<string> {
  const id = randomBytes(24).toString('base64url');
  const now = services.now();
  await services.database.write(async (db) => {
    await deleteOldFlows(db, now);
    await insertFlow(db, {
      id,
      browser_hash: hashMark(flow.holder === undefined ? browser : holderMarkOf(flow.holder)),
      facts: JSON.stringify(flow),
      expires_at: now + flowSeconds * 1000,
    });
  });
  return services.tickets.sign('door', { id }, flowSeconds);
}

interface FlowReturn {
  services: Services;
  now: number;
  cookies: string;
}

/** What was begun under this `state` in this browser, once; anything forged, old, replayed or from elsewhere is refused. */
export async function takeFlow({ services, now, cookies }: FlowReturn, door: CodeProvider, state: string): Promise<AuthorizationFlow> {
  const ticket = services.tickets.open<{ id: string }>('door', state);
  const browser = browserMarkOf(cookies);
  if (ticket === undefined || browser === undefined) throw new Refusal(codes.handoffInvalid);
  const facts = await services.database.write((db) => takeFlowRow(db, { id: ticket.id, browserHash: hashMark(browser), now }));
  const flow = facts === undefined ? undefined : (JSON.parse(facts) as AuthorizationFlow);
  if (flow?.door !== door) throw new Refusal(codes.handoffInvalid);
  return flow;
}

/** What this person began to bind in this session, once: they are known by it, and whoever lures somebody here binds nothing. */
export async function takeBindFlow(
  { services, now }: { services: Services; now: number },
  asked: { state: string; holder: FlowHolder },
): Promise<AuthorizationFlow> {
  const ticket = services.tickets.open<{ id: string }>('door', asked.state);
  const wanted = { id: ticket?.id ?? '', browserHash: hashMark(holderMarkOf(asked.holder)), now };
  const facts = await services.database.write((db) => takeFlowRow(db, wanted));
  if (facts === undefined) throw new Refusal(codes.bindingFailed);
  return JSON.parse(facts) as AuthorizationFlow;
}

/** Notes, in the transaction of what follows, that something signed was used; false where it had been. Forgotten after `until`. */
export async function consumeTicket(db: Db, { id, until, now }: { id: string; until: number; now: number }): Promise<boolean> {
  await deleteOldTickets(db, now);
  return useTicketOnce(db, { id, expires_at: until });
}
