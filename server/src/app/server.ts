import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '@dossier/contract/calls';
import { codes } from '@dossier/contract/core/codes';
import { shareTarget } from '@dossier/contract/core/share-target';
import { isSharePage } from '@dossier/contract/sharing/share-pages';
import { type DestinationStream, pino } from 'pino';
import { migrations } from '../../migrations/all.ts';
import { openContentGate } from '../modules/documents/content-verdicts.ts';
import { framedOrigins } from '../modules/editing/office-server.ts';
import { framingHosts } from '../modules/sharing/share-rules.ts';
import { guardAdministration } from '../modules/identity/address-restrictions.ts';
import { authenticate, reauthenticate } from '../modules/identity/authentication.ts';
import { framedByOwnPages, messagingAppOrigins } from '../modules/identity/linked-accounts.ts';
import { seedOrganisation } from '../modules/identity/seed-organisation.ts';
import { flushRooms, forgetConnections } from '../modules/editing/sweep-sessions.ts';
import { resumeIndexing } from '../modules/search/subscribers.ts';
import { authenticateShareSession } from '../modules/sharing/share-sessions.ts';
import type { Config } from '../platform/config.ts';
import type { Services } from '../platform/context.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { readVersions } from '../platform/db/versions.ts';
import { enginesOf } from '../platform/engines.ts';
import { createOutbox } from '../platform/events/outbox.ts';
import { langOf } from '../platform/http/answers.ts';
import { type App, createApp, parsers } from '../platform/http/app.ts';
import { describe } from '../platform/http/openapi.ts';
import { mount } from '../platform/http/serve.ts';
import { serveSockets } from '../platform/http/sockets.ts';
import { limitSlowBodies } from '../platform/http/slow-bodies.ts';
import { serveClient } from '../platform/http/static-client.ts';
import { limitUnreadAnswers } from '../platform/http/unread-answers.ts';
import { gateStorage } from '../platform/storage/gated-storage.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { openTickets } from '../platform/tickets.ts';
import { files, served, sockets, subscribers } from './modules.ts';
import { startSweeps } from './sweeps.ts';
import { webManifest } from './web-manifest.ts';

export const version = '0.1.0';

/** A built server and its HTTP server, not yet listening. */
export interface Server {
  services: Services;
  app: App;
  /** The generated password of `admin` at the first start, to be shown once. */
  firstPassword: string | undefined;
  close(): Promise<void>;
}

interface Options {
  now?: () => number;
  /** The folder of the built client. */
  client?: string;
  /** The destination of the log instead of the terminal. */
  log?: DestinationStream;
  /** Whether events are delivered and frequent sweeps run as soon as they can; otherwise a drain and calls do so. */
  inBackground?: boolean;
}

/** Builds the server: database migrated, storage open, calls mounted, outbox ready; nothing listens yet. */
export async function buildServer(config: Config, options: Options = {}): Promise<Server> {
  const log = options.log === undefined ? pino({ level: config.logLevel }) : pino({ level: config.logLevel }, options.log);
  const now = options.now ?? Date.now;
  const stopping = new AbortController();
  const database = await openDatabase({ file: join(config.data, 'dossier.db'), url: config.databaseUrl }, migrations);
  const services: Services = {
    config,
    database,
    storage: gateStorage(await openStorage(config), await openContentGate(database, config)),
    outbox: createOutbox(subscribers, options),
    tickets: await openTickets(database, now),
    log,
    now,
    stopping: stopping.signal,
  };
  const seeded = await seedOrganisation(services);
  await forgetConnections(services);
  const app = createApp(config.trustedProxies);
  limitUnreadAnswers(app);
  parsers(app, services);
  limitSlowBodies(app, services);
  mount(app, services, {
    served,
    files,
    authenticate,
    reauthenticate,
    authenticateShareSession,
    administrationGate: guardAdministration,
  });
  serveSockets(app.server, services, sockets);
  serveBrowsers(app, services, options.client);
  startWork(services, options.inBackground ?? true);
  return {
    services,
    app,
    firstPassword: seeded?.password,
    async close() {
      stopping.abort();
      await flushRooms(services);
      await app.close();
      await services.outbox.stop();
      await database.close();
    },
  };
}

/** What browsers and monitors ask for beside the calls: the state, the description of the calls, the manifest, and the client. */
function serveBrowsers(app: Server['app'], services: Services, client: string | undefined): void {
  app.get('/health', async (_request, reply) => health(services, reply));
  // Made when it is first asked for, as every shape of the contract is converted for it.
  let description: string | undefined;
  app.get('/openapi.json', (_request, reply) => {
    description ??= JSON.stringify(describe(calls, version));
    return reply.type('application/json; charset=utf-8').send(description);
  });
  app.get('/manifest.webmanifest', async (request, reply) => {
    const manifest = await webManifest(services.database.read, langOf(request));
    return reply
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language')
      .header('x-content-type-options', 'nosniff')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(manifest));
  });
  // files that are shared with an installed client whose service worker the browser has dropped: the page says that they did not arrive
  app.post(shareTarget.path, (_request, reply) => reply.redirect(shareTarget.failedPath, 303));
  if (client !== undefined && existsSync(client)) {
    const framingOf = async (path: string) => ({
      framed: [
        ...(await framedOrigins(services, path)),
        ...(isSharePage(path, new URLSearchParams()) ? [] : await messagingAppOrigins(services)),
      ],
      framedBy: framedByOwnPages(path) ? ["'self'"] : await framingHosts(services, path),
    });
    serveClient(app, client, framingOf);
  }
}

/** Starts the background work. */
function startWork(services: Services, inBackground: boolean): void {
  services.outbox.start(services);
  startSweeps(services, inBackground);
  // ahead of the first document view, which would wait for it
  void enginesOf(services);
  // in the background: a large library must not delay the first request
  void resumeIndexing(services).catch((error: unknown) => {
    if (!services.stopping.aborted) services.log.error({ err: error }, 'the index could not be looked through');
  });
}

async function health(services: Services, reply: { status(code: number): { send(body: unknown): unknown } }): Promise<unknown> {
  try {
    await readVersions(services.database.read);
    return reply.status(200).send({ code: codes.ok.code, message: 'OK', data: { status: 'ok', version } });
  } catch {
    return reply
      .status(503)
      .send({ code: codes.systemError.code, message: 'The database does not answer', data: { status: 'down', version } });
  }
}
