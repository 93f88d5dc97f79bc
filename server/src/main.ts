import { flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { buildServer } from './app/server.ts';
import { readConfig } from './platform/config.ts';
import { takeData } from './platform/data-lock.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

async function main(): Promise<void> {
  const config = readConfig(process.cwd());
  takeData(config);
  const server = await buildServer(config, { client: fileURLToPath(new URL('web/dist', `file://${root}`)) });
  // starting leaves 30 MB of garbage, which would stay for hours on an idle server
  await globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'async' });
  const address = await server.app.listen({ port: config.port, host: config.host });
  const port = new URL(address).port;
  // written now, not only at an orderly end: the next start takes half the time and memory
  flushCompileCache();
  console.log(`Dossier is ready: http://localhost:${port}`);
  if (server.firstPassword !== undefined)
    console.log(`Sign in as "admin" with the password ${server.firstPassword} (shown only now; change it after signing in).`);
  void server.services.database.lost?.then((error) => {
    console.error(`Nothing can be written any more: ${error.message}`);
    process.exit(1);
  });
  let closing = false;
  const stop = (): void => {
    if (closing) return;
    closing = true;
    void server.close().then(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
