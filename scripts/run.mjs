/** `node scripts/run.mjs FILE ARGS`: runs a file of the project on Node 26, installing first what is missing. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Advice, become, ensureInstalled, environment, main, needNode } from './runtime.mjs';

await main(async () => {
  const [file, ...args] = process.argv.slice(2);
  if (!file) throw new Advice('Usage: node scripts/run.mjs FILE ARGS');
  if (!existsSync(file)) throw new Advice(`There is no ${file} here.`);
  await ensureInstalled();
  return become(needNode(), [resolve(file), ...args], { env: environment() });
});
