import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '@dossier/contract/calls';
import { codes } from '@dossier/contract/codes';
import { type DestinationStream, pino } from 'pino';
import { openDiskBlobs } from '../ground/blobs/disk.ts';
import type { Config } from '../ground/config.ts';
import type { House } from '../ground/ctx.ts';
import { openDatabase } from '../ground/db/open.ts';
import { readVersions } from '../ground/db/versions.ts';
import { type App, createApp } from '../ground/http/app.ts';
import { serveClient } from '../ground/http/client.ts';
import { describe } from '../ground/http/openapi.ts';
import { mount } from '../ground/http/serve.ts';
import { parsers } from '../ground/http/parsers.ts';
import { createOutbox } from '../ground/create-outbox.ts';
import { openTickets } from '../ground/ticket.ts';
import { queueUnread } from '../rooms/search/queue-unread.ts';
import { seedOrganisation } from '../rooms/people/seed-organisation.ts';
import { guardAdministration } from '../rooms/guard/address-guard.ts';
import { admitViewing } from '../rooms/session/admit.ts';
import { readmit } from '../rooms/session/readmit.ts';
import { visits } from '../rooms/visits/visit-context.ts';
import { enginesOf } from '../rooms/renditions/engines.ts';
import { startSweeps } from './sweeps.ts';
import {
  detailFacts,
  files,
  folderPlan,
  itemFacts,
  lends,
  listeners,
  onCopy,
  onMeetingEnd,
  onName,
  onPassword,
  onPasswordSet,
  onPurge,
  onSignIn,
  onTry,
  served,
} from './rooms.ts';

export const version = '0.1.0';

/** A running house and its HTTP server, not yet listening. */
export interface Server {
  house: House;
  app: App;
  /** The password made up for `admin` at the first start, to be shown once. */
  firstPassword: string | undefined;
  close(): Promise<void>;
}

interface Options {
  now?: () => number;
  /** The folder of the built client. */
  client?: string;
  /** Where the log goes instead of the terminal. */
  log?: DestinationStream;
}

/** Builds the server: database migrated, blobs open, calls mounted, outbox ready; nothing listens yet. */
export async function buildServer(config: Config, options: Options = {}): Promise<Server> {
  const log = options.log === undefined ? pino({ level: config.logLevel }) : pino({ level: config.logLevel }, options.log);
  const now = options.now ?? Date.now;
  const stopping = new AbortController();
  const database = await openDatabase({ file: join(config.data, 'dossier.db'), url: config.databaseUrl });
  const house: House = {
    config,
    database,
    blobs: await openDiskBlobs(config.data),
    outbox: createOutbox(listeners),
    tickets: await openTickets(database, now),
    log,
    itemFacts,
    detailFacts,
    onPurge,
    onCopy,
    onName,
    folderPlan,
    lends,
    onMeetingEnd,
    onTry,
    onSignIn,
    onPassword,
    onPasswordSet,
    visits,
    guard: guardAdministration,
    now,
    stopping: stopping.signal,
  };
  const seeded = await seedOrganisation(house);
  const app = createApp(config.trustedProxies);
  parsers(app, house);
  mount(app, house, { served, files, admit: admitViewing, readmit });
  app.get('/health', async (_request, reply) => health(house, reply));
  const description = JSON.stringify(describe(calls, version));
  app.get('/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(description));
  if (options.client !== undefined && existsSync(options.client)) serveClient(app, options.client);
  startWork(house);
  return {
    house,
    app,
    firstPassword: seeded?.password,
    async close() {
      stopping.abort();
      await app.close();
      await house.outbox.stop();
      await database.close();
    },
  };
}

/** What the house does by itself. */
function startWork(house: House): void {
  house.outbox.start(house);
  startSweeps(house);
  // so that nobody waits for it who looks at the first document
  void enginesOf(house);
  // in the background: a big library must not hold up the first answer
  void queueUnread(house).catch((error: unknown) => {
    if (!house.stopping.aborted) house.log.error({ err: error }, 'the index could not be looked through');
  });
}

async function health(house: House, reply: { status(code: number): { send(body: unknown): unknown } }): Promise<unknown> {
  try {
    await readVersions(house.database.read);
    return reply.status(200).send({ code: codes.ok.code, message: 'OK', data: { status: 'ok', version } });
  } catch {
    return reply
      .status(503)
      .send({ code: codes.systemError.code, message: 'The database does not answer', data: { status: 'down', version } });
  }
}
