/** `npm run dev`: the server, restarted at each change, and the client with hot reload in front of it. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { environment, main, needNode, root } from './runtime.mjs';

const port = process.env.DOSSIER_PORT || '7901';
const env = { ...environment(), DOSSIER_DEV_SERVER: `http://127.0.0.1:${port}` };

function startServer() {
  return spawn(needNode(), ['--watch', '--watch-preserve-output', join(root, 'server', 'src', 'main.ts')], { stdio: 'inherit', env });
}

function startClient() {
  return spawn(needNode(), [join(root, 'node_modules', 'vite', 'bin', 'vite.js')], { cwd: join(root, 'web'), stdio: 'inherit', env });
}

/** Resolves when a process ends; both end together, since neither is of use alone. */
const ended = (child) => new Promise((resolve) => child.once('close', (code) => resolve(code ?? 0)));

await main(async () => {
  const both = [startServer(), startClient()];
  const stop = () => both.forEach((child) => child.kill());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);
  const ends = both.map(ended);
  const code = await Promise.race(ends);
  stop();
  await Promise.all(ends);
  return code;
});
