/** `npm run check`: everything that can be said about the code without running it; each check passes or fails by its name. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { modules, tiers } from '../modules.mjs';
import { findBreaches } from './import-rules.mjs';
import { environment, main, root, run } from './runtime.mjs';
import { findFaults, listFiles } from './source-rules.mjs';

const bin = join(root, 'node_modules', '.bin');

/** A check by a tool: it passes when the tool answers 0. */
async function tool(name, ...args) {
  const { code, output } = await run(join(bin, name), args, { env: environment() });
  return { ok: code === 0, output };
}

const listed = (faults) => ({ ok: faults.length === 0, output: faults.join('\n') });

const checks = {
  'types of contract': () => tool('tsc', '-p', 'contract'),
  'types of server': () => tool('tsc', '-p', 'server'),
  'types of web': () => tool('tsc', '-p', 'web'),
  'types of scripts and journeys': () => tool('tsc', '-p', '.'),
  lint: () => tool('oxlint', '--type-aware', '--deny-warnings', '.'),
  format: () => tool('biome', 'format', '.'),
  'import rules': async () => listed((await findBreaches(root, tiers)).breaches),
  'source rules': async () => listed(findFaults(root, listFiles(root), modules)),
  'unused code': () => tool('knip'),
};

async function attempt(name) {
  const began = Date.now();
  const { ok, output } = await checks[name]().catch((error) => ({ ok: false, output: String(error?.stack ?? error) }));
  console.log(`${ok ? 'pass' : 'FAIL'}  ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  if (!ok) console.log(`${output.trim()}\n`);
  return { name, ok };
}

await main(async () => {
  const args = process.argv.slice(2);
  const at = args.indexOf('--json');
  const results = [];
  for (const name of Object.keys(checks)) results.push(await attempt(name));
  if (at >= 0) writeFileSync(args[at + 1], JSON.stringify(results));
  const failed = results.filter(({ ok }) => !ok).length;
  console.log(`${results.length - failed} checks passed, ${failed} failed`);
  return failed ? 1 : 0;
});
