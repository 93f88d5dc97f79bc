import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { library } from '@dossier/contract/documents/library';
import { inject, onTestFinished } from 'vitest';
import { adminPassword, startServer } from '../server/test/kill/server-process.ts';
import { isLong } from '../server/test/long.ts';
import { type Calls, signInAt } from './calls.ts';

/** Kills of the server (SIGKILL) in a test, each while edits are on their way. */
export const kills = isLong ? 20 : 3;
export const editsEach = 20;

/** A server that is killed and started again, at the same address, on data of its own. */
interface KilledServer {
  url: string;
  admin: Calls;
  /** An empty cabinet. */
  parentId: string;
  kill: () => Promise<void>;
  restart: () => Promise<void>;
}

/** Starts the server of a test, and ends it with the test. */
export async function startKilledServer(): Promise<KilledServer> {
  const data = await mkdtemp(join(tmpdir(), 'dossier-kills-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  await copyFile(join(inject('template').folder, 'dossier.db'), join(data, 'dossier.db'));
  let server = await startServer(data);
  onTestFinished(() => server.stop());
  const { url } = server;
  const { port } = new URL(url);
  const admin = await signInAt(url, { loginName: 'admin', password: adminPassword }, 'en');
  const { id: parentId } = await admin.call(library.createCabinet, { name: 'Kills', moduleType: 3 });
  return {
    url,
    admin,
    parentId,
    kill: () => server.kill(),
    restart: async () => {
      server = await startServer(data, { DOSSIER_PORT: port });
    },
  };
}
