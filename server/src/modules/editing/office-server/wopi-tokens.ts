import { randomBytes } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { languages } from '@dossier/contract/core/languages';
import { right } from '@dossier/contract/core/rights';
import type { officeServer } from '@dossier/contract/editing/office-server';
import type { Context, Services } from '../../../platform/context.ts';
import { type FileRequest, inTransaction } from '../../../platform/http/serve.ts';
import { identifyRequester, requesterOfPerson } from '../../../platform/jobs/current-work.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireSiteOrigin } from '../../../platform/settings/settings.ts';
import { contextForTicket, requireRevision } from '../../documents/file-tickets.ts';
import { requireLiveSession } from '../../documents/place-document.ts';
import { requireDownloadAddress } from '../../identity/address-restrictions.ts';
import { type RunAs, runAs } from '../../identity/run-as.ts';
import { documentViewed } from '../../preview/events.ts';
import { externalViewerTerms } from '../../preview/external-viewers.ts';
import { recordUse } from '../../preview/views.ts';
import { actionAddress, discoveryOf } from './discovery.ts';
import { tokenEnded, WopiRefusal } from './messages.ts';
import { isFromOfficeServer, signs } from './proof-keys.ts';

const purpose = 'wopi';
/** A working day, as the protocol recommends; clients ask for a new one before it ends. */
const validSeconds = 10 * 3600;
const mostTokenLength = 4000;

type ResourceKind = 'files' | 'containers' | 'ecosystem';

/** What a token is bound to. */
interface TokenFacts {
  /** The sign-in session, and the space and person of it. */
  session: number;
  space: number;
  person: number;
  /** The document or container. */
  kind: ResourceKind;
  item: number;
  /** Whether it was made for somebody who may change the document; the right is asked anew with each request. */
  write: boolean;
  /** The editing session: all saves of one make one revision. */
  editing: string;
  /** The user's own address, and the address of this site as the user sees it. */
  address: string;
  origin: string;
}

/** A request with a valid token. */
export interface WopiSession {
  services: Services;
  /** On the read connection. */
  ctx: Context;
  who: RunAs;
  facts: TokenFacts & { exp: number };
  /** Whether the request was signed by the configured office server. */
  isProven: boolean;
}

const resourceUrl = (origin: string, kind: ResourceKind, id: number): string =>
  kind === 'ecosystem' ? `${origin}/wopi/${kind}` : `${origin}/wopi/${kind}/${id}`;

/** The address of another document or container with a token of its own, for the same session and as long as this one. */
export function siblingUrl(
  { services, facts }: WopiSession,
  { kind, id, write }: { kind: ResourceKind; id: number; write: boolean },
): string {
  const { exp, ...same } = facts;
  const seconds = exp - Math.floor(services.now() / 1000);
  const token = services.tickets.sign(purpose, { ...same, kind, item: id, write }, seconds);
  return `${resourceUrl(facts.origin, kind, id)}?access_token=${token}`;
}

/**
 * A token for the caller and the address of the editor, where an office server is configured that opens the document: the browser has the token too, and
 * without an office server it would be nothing but a second way to the bytes.
 */
export async function makeToken(
  ctx: Context,
  { id, mode }: ParsedOf<typeof officeServer.token>,
): Promise<OutputOf<typeof officeServer.token>> {
  const { services } = ctx;
  const origin = await requireSiteOrigin(ctx);
  const authorised = await requireRevision(ctx, right.visible | right.read, { id });
  const { item, bits, revision } = authorised;
  const write = mode === 'edit' && (bits & right.modify) !== 0;
  const wopiSrc = resourceUrl(origin, 'files', item.id);
  const discovery = (await discoveryOf(services))?.found;
  const isSigned = discovery !== undefined && signs(discovery);
  // without signatures the office server does not get what this user may not have
  const mayFetch = discovery !== undefined && (isSigned || (await externalViewerTerms(ctx, authorised)).unmarked);
  const actionUrl = mayFetch
    ? actionAddress(discovery, {
        ext: item.ext,
        wopiSrc,
        wanted: mode === 'view' ? ['view'] : write ? ['edit', 'view'] : ['view', 'edit'],
        language: languages[ctx.user.lang].tag,
      })
    : undefined;
  if (actionUrl === undefined) return { wopiSrc, accessToken: '', accessTokenTtl: 0 };
  if (!isSigned) await requireDownloadAddress(ctx);
  const facts: TokenFacts = {
    session: ctx.user.sessionId,
    space: ctx.user.organisationId,
    person: ctx.user.id,
    kind: 'files',
    item: item.id,
    write,
    editing: randomBytes(12).toString('base64url'),
    address: ctx.address,
    origin,
  };
  await inTransaction(ctx, async (inner) => {
    await inner.emit(documentViewed, { objId: item.id, objName: item.name, revisionId: revision.id });
    await recordUse(inner, authorised);
  });
  return {
    wopiSrc,
    accessToken: services.tickets.sign(purpose, { ...facts }, validSeconds),
    accessTokenTtl: (Math.floor(services.now() / 1000) + validSeconds) * 1000,
    actionUrl,
  };
}

/** Opens the token of a request for one resource: 401 where it is none, is for another, or its session or account is gone. */
export async function openSession(services: Services, request: FileRequest, kind: ResourceKind): Promise<WopiSession> {
  const { access_token: token } = request.query as { access_token?: unknown };
  // the ecosystem is one for the site; its token still names the item that it was asked for
  const { id } = request.params as { id?: string };
  if (typeof token !== 'string' || token.length > mostTokenLength) throw new WopiRefusal(401);
  const facts = services.tickets.open<WopiSession['facts']>(purpose, token);
  if (facts === undefined || facts.kind !== kind || (id !== undefined && String(facts.item) !== id)) throw new WopiRefusal(401);
  const { session, space, person, address, origin } = facts;
  const ctx = await contextForTicket(services, { session, space, person }, { address, looking: true }).catch((error: unknown) => {
    throw error instanceof Refusal ? tokenEnded(error) : error;
  });
  identifyRequester(requesterOfPerson(person));
  const isProven = await isFromOfficeServer(services, request, { token, origin });
  const who = { personId: person, spaceId: space, address, sessionId: session };
  return { services, ctx: { ...ctx, origin }, who, facts, isProven };
}

/** Refuses where the token was made to read only. */
export function requireWritingToken({ facts }: WopiSession): void {
  if (!facts.write) throw new Refusal(codes.noRightToEdit);
}

/** One write transaction as the user of the session; refused where that has ended meanwhile. */
export const runAsEditor = <T>({ services, who }: WopiSession, work: (ctx: Context) => Promise<T>): Promise<T> =>
  runAs(services, { ...who, before: ({ db }) => requireLiveSession(services, who, db) }, work);
