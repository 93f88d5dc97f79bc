/**
 * `npm run check`: everything that can be said about the code without running it; each check passes or fails by its name. `--changed` leaves it
 * at the types of the workspaces that changes touch, the files that changed, and what costs no time.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { modules, tiers } from '../modules.mjs';
import { changesOf, sourcesOf, workspacesOf } from './changes.mjs';
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

const types = { contract: 'contract', formats: 'packages/formats', server: 'server', web: 'web', 'scripts and journeys': '.' };
const typesOf = (folders) =>
  Object.fromEntries(
    Object.entries(types)
      .filter(([, folder]) => folders.includes(folder))
      .map(([name, folder]) => [`types of ${name}`, () => tool('tsc', '-p', folder)]),
  );
const lint = (paths) => tool('oxlint', '--type-aware', '--deny-warnings', ...paths);

const checks = {
  ...typesOf(Object.values(types)),
  lint: () => lint(['.']),
  format: () => tool('biome', 'format', '.'),
  'import rules': async () => listed((await findBreaches(root, tiers)).breaches),
  'source rules': async () => listed(findFaults(root, listFiles(root), modules)),
  'unused code': () => tool('knip'),
};

/** The checks of what changed: import rules and unused code need the whole project. */
function checksOf(changes) {
  const sources = sourcesOf(root, changes);
  const { format, 'source rules': rules } = checks;
  return { ...typesOf(workspacesOf(changes)), ...(sources.length > 0 && { lint: () => lint(sources) }), format, 'source rules': rules };
}

async function attempt(name, check) {
  const began = Date.now();
  const { ok, output } = await check().catch((error) => ({ ok: false, output: String(error?.stack ?? error) }));
  console.log(`${ok ? 'pass' : 'FAIL'}  ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  if (!ok) console.log(`${output.trim()}\n`);
  return { name, ok };
}

await main(async () => {
  const args = process.argv.slice(2);
  const at = args.indexOf('--json');
  const results = [];
  const wanted = args.includes('--changed') ? checksOf(changesOf(root)) : checks;
  for (const [name, check] of Object.entries(wanted)) results.push(await attempt(name, check));
  if (at >= 0) writeFileSync(args[at + 1], JSON.stringify(results));
  const failed = results.filter(({ ok }) => !ok).length;
  console.log(`${results.length - failed} checks passed, ${failed} failed`);
  return failed ? 1 : 0;
});
