import { createHash, randomBytes } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import type { Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  deleteOldFlows,
  deleteOldTickets,
  insertFlow,
  takeFlowRow,
  takeLatestFlowRow,
  useTicketOnce,
} from '../providers/providers.queries.ts';

/** The sign-in providers that redirect the browser to an external service, from which it returns with a code. */
export type CodeProvider = 'identityProvider' | 'messagingApp' | 'enterpriseChat';

/** The stored state of a sign-in while the browser is at the external service. */
export interface AuthorizationFlow {
  provider: CodeProvider;
  /** The return address given to the external service. */
  returnTo: string;
  /** Selects the landing page. */
  landing: string;
  /** The PKCE verifier of the code, and the nonce that the answer must repeat. */
  verifier: string;
  nonce: string;
  /** The user to link an account to, in a flow without sign-in. */
  holder?: FlowHolder | undefined;
}

/** A user in one session. */
export interface FlowHolder {
  personId: number;
  sessionId: number;
}

/** The secrets of a flow: 256 bits each. */
export const newSecrets = (): Pick<AuthorizationFlow, 'verifier' | 'nonce'> => ({
  verifier: randomBytes(32).toString('base64url'),
  nonce: randomBytes(32).toString('base64url'),
});

const flowSeconds = 600;
const cookieName = 'dossier-door';

/** The cookie value of a browser that began a sign-in; authorises nothing by itself. */
function browserMarkOf(cookies: string): string | undefined {
  return /(?:^|;\s*)dossier-door=([\w-]{43})(?:;|$)/.exec(cookies)?.[1];
}

/** The cookie value of this browser, or a new one with its header. Shared by the tabs of a browser. */
export function markBrowser(cookies: string, isSecure: boolean): { browser: string; setCookie: string } {
  const browser = browserMarkOf(cookies) ?? randomBytes(32).toString('base64url');
  const setCookie = `${cookieName}=${browser}; Path=/; Max-Age=${flowSeconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return { browser, setCookie };
}

/** Replaces the cookie value when a signed-in user began: no cookie has this form. */
const holderMarkOf = ({ personId, sessionId }: FlowHolder): string => `person ${personId} ${sessionId}`;

const hashMark = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Stores a pending sign-in; answers the signed `state` that the browser carries. */
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

/** The pending flow of a `state` in this browser, once; anything forged, old, replayed or from another browser is refused. */
export async function takeFlow({ services, now, cookies }: FlowReturn, provider: CodeProvider, state: string): Promise<AuthorizationFlow> {
  const ticket = services.tickets.open<{ id: string }>('door', state);
  const browser = browserMarkOf(cookies);
  if (ticket === undefined || browser === undefined) throw new Refusal(codes.handoffInvalid);
  const facts = await services.database.write((db) => takeFlowRow(db, { id: ticket.id, browserHash: hashMark(browser), now }));
  const flow = facts === undefined ? undefined : (JSON.parse(facts) as AuthorizationFlow);
  if (flow?.provider !== provider) throw new Refusal(codes.handoffInvalid);
  return flow;
}

/** How long an answer without a state is taken for the flow that the user began last. */
const statelessSeconds = 120;

/**
 * The link flow that this user began in this session, once: bound to the session, so that luring a user here links nothing. An app that returns
 * no state answers the latest flow, while it is new.
 */
export async function takeBindFlow(
  { services, now }: { services: Services; now: number },
  query: { state: string; holder: FlowHolder },
): Promise<AuthorizationFlow> {
  const ticket = services.tickets.open<{ id: string }>('door', query.state);
  const browserHash = hashMark(holderMarkOf(query.holder));
  const expiresAfter = now + (flowSeconds - statelessSeconds) * 1000;
  const facts = await services.database.write((db) =>
    query.state === '' ? takeLatestFlowRow(db, { browserHash, expiresAfter }) : takeFlowRow(db, { id: ticket?.id ?? '', browserHash, now }),
  );
  if (facts === undefined) throw new Refusal(codes.bindingFailed);
  return JSON.parse(facts) as AuthorizationFlow;
}

/** Records the use of a signed ticket in the transaction of its effect; false when it was used before. Deleted after `until`. */
export async function consumeTicket(db: Db, { id, until, now }: { id: string; until: number; now: number }): Promise<boolean> {
  await deleteOldTickets(db, now);
  return useTicketOnce(db, { id, expires_at: until });
}
