import { session } from '@dossier/contract/identity/sessions';
import { inject } from 'vitest';
import { type Server, buildServer } from '../src/app/server.ts';
import type { Config } from '../src/platform/config.ts';
import type { Services } from '../src/platform/context.ts';
import { type Client, clientOf } from './client.ts';
import { adminPassword, copyTemplate } from './template.ts';

/** The time of a test server: it stands still, and only the test moves it on. */
export interface Clock {
  now(): number;
  forward(ms: number): void;
}

/** A server of its own for a test file, with the administrator signed in. */
export interface TestServer {
  server: Server;
  services: Services;
  /** The data folder. */
  data: string;
  engine: 'sqlite' | 'postgres';
  clock: Clock;
  /** A client without a session. */
  nobody: Client;
  admin: Client;
  /** Every line of the log, newest last. */
  log: string[];
  as(person: { loginName: string; password: string }): Promise<Client>;
  /** Delivers the outbox, so that every subscriber has handled all events. */
  drain(): Promise<void>;
  /** Listens on a free port; returns the address, for streams and large bodies. */
  listen(): Promise<string>;
  /** Closes the server and opens it again on the same data, as after a restart. */
  reopen(): Promise<void>;
  /** A second server on the same data, as another process would be; close it before the first. */
  another(): Promise<Server>;
  close(): Promise<void>;
}

/**
 * Opens a fresh server on a copy of the migrated template. Close it in `afterAll`. Its events wait for `drain`
 * and its frequent sweeps for a call, as most tests ask neither for what follows from their calls nor for the texts of their uploads, and a sweep of
 * the server's own would take the emails or locks that a test sweeps. With `inBackground` events are delivered at once and sweeps run by themselves.
 */
export async function openTestServer(changes: Partial<Config> = {}, { inBackground = false } = {}): Promise<TestServer> {
  const place = await copyTemplate(inject('template'));
  const config = { ...place.config, ...changes };
  // that of the machine, as directories, certificates and the times of files go by it
  let time = Date.now();
  const clock: Clock = { now: () => time, forward: (ms) => void (time += ms) };
  const log: string[] = [];
  const build = () => buildServer(config, { now: () => clock.now(), log: { write: (line: string) => void log.push(line) }, inBackground });
  let server = await build();
  let open = true;
  const signIn = async (person: { loginName: string; password: string }): Promise<Client> => {
    const { sessionId } = await clientOf(server, undefined).call(session.login, person);
    return clientOf(server, sessionId);
  };
  const base = { data: config.data, engine: server.services.database.engine, clock, log, as: signIn };
  const opened: TestServer = {
    ...base,
    server,
    services: server.services,
    nobody: clientOf(server, undefined),
    admin: await signIn({ loginName: 'admin', password: adminPassword }),
    drain: () => server.services.outbox.drain(),
    listen: async () => (server.app.server.listening ? addressOf(server) : server.app.listen({ port: 0, host: '127.0.0.1' })),
    async reopen() {
      await server.close();
      open = false;
      server = await build();
      open = true;
      Object.assign(opened, { server, services: server.services, nobody: clientOf(server, undefined) });
      opened.admin = clientOf(server, opened.admin.token);
    },
    another: build,
    async close() {
      try {
        if (open) await server.close();
      } finally {
        await place.remove();
      }
    },
  };
  return opened;
}

function addressOf(server: Server): string {
  const address = server.app.server.address();
  return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
}
