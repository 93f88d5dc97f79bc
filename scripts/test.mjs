/** `npm test`: installs what the tests need, runs every stage, and ends in one line `N passed, N failed`. */
import { closeSync, openSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { changesOf, testsBeside } from './changes.mjs';
import { ensureEngines } from './engines.mjs';
import { start as startPostgres } from './postgres.mjs';
import { Advice, become, ensureBuilt, ensureInstalled, environment, main, needNode, root } from './runtime.mjs';
import { makeScratch } from './scratch.mjs';
import { countChecks, countTests, sum } from './tally.mjs';

const usage = `Usage: npm test -- [PATTERN] [--only STAGE,…] [--changed] [--long]
  PATTERN         test files whose path contains it
  --only STAGE,…  check, build, unit, web, server, pg or e2e
  --changed       what belongs to the files that differ from the branch main, or from the last commit on main itself
  --long          with many more repetitions, all screens and all random sequences: before a release`;

const scratch = makeScratch();
let stopped = false;

/** Each stage answers its own tally; one that throws counts as one failure, and the next ones still run. */
const stages = {
  check: { title: 'Types, lint, format, import rules, unused code', run: check },
  build: { title: 'Client build', run: build },
  e2e: { title: 'Journeys in a browser', run: inBrowser },
  pg: { title: 'Server on PostgreSQL', run: onPostgres },
  server: { title: 'Server on SQLite', run: (terms) => vitest('server', terms) },
  unit: { title: 'Contract, formats and scripts', run: (terms) => vitest('unit', terms) },
  web: { title: 'Client in a DOM', run: (terms) => vitest('web', terms) },
};

/**
 * So many stages run side by side. Journeys and PostgreSQL leave a core idle for a third of their time, so the order above starts the
 * longest stages first, after the two that everything else is of no use without.
 */
const lanes = Math.min(2, availableParallelism());

async function check({ changes, out }) {
  const file = join(scratch, 'check.json');
  const only = changes === undefined ? [] : ['--changed'];
  await follow([join(root, 'scripts', 'check.mjs'), '--json', file, ...only], { out });
  return countChecks(file);
}

async function build() {
  await ensureBuilt();
  return { passed: 1, failed: 0, failures: [] };
}

async function onPostgres(terms) {
  const cluster = await startPostgres();
  try {
    return await vitest('server', terms, { DOSSIER_TEST_DATABASE_URL: cluster.url });
  } finally {
    await cluster.stop();
  }
}

async function inBrowser(terms) {
  const browser = await ensureBrowser({ shell: true });
  await ensureBuilt();
  return vitest('e2e', terms, { DOSSIER_BROWSER: browser });
}

async function vitest(project, { pattern, changes, out }, extra = {}) {
  const file = join(scratch, `${project}-${Object.keys(extra).join('-')}.json`);
  const cli = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const files = changes === undefined ? pattern : selectChanged(project, changes);
  if (changes !== undefined && files.length === 0) return { passed: 0, failed: 0, failures: [] };
  const code = await follow([cli, 'run', '--project', project, '--passWithNoTests', ...reporters, ...files], { out, extra });
  return countTests(file, code);
}

/** The client and the contract by what their tests import; the server, where each test imports all of it, by folder. */
const selectChanged = (project, changes) =>
  ['unit', 'web'].includes(project) ? ['--changed', changes.base] : testsBeside(root, changes.files, project);

/** The first signal ends the run after the stages at hand, which receive it too; a second one ends it at once. */
function onSignal() {
  if (stopped) process.exit(130);
  stopped = true;
}

/** Runs one of our tools on Node 26 with its output in a file, or on the terminal where there is none, and nothing to read from. */
function follow(args, { out, extra = {} }) {
  const colour = process.stdout.isTTY && out !== undefined ? { FORCE_COLOR: '1' } : {};
  const env = { ...environment(), ...colour, TMPDIR: scratch, ...extra };
  return become(needNode(), args, { cwd: root, env, stdio: ['ignore', out ?? 'inherit', out ?? 'inherit'] });
}

/** Takes a flag out of the arguments; answers whether it was there. */
function takeFlag(args, flag) {
  const at = args.indexOf(flag);
  if (at >= 0) args.splice(at, 1);
  return at >= 0;
}

function parse(given) {
  const args = [...given];
  const [changed, long] = [takeFlag(args, '--changed'), takeFlag(args, '--long')];
  const at = args.indexOf('--only');
  const only = at < 0 ? undefined : (args[at + 1] ?? '').split(',');
  if (only?.some((name) => !stages[name])) throw new Advice(usage);
  const pattern = at < 0 ? args : args.toSpliced(at, 2);
  if (changed && pattern.length) throw new Advice(usage);
  if (long) process.env.DOSSIER_TEST_LONG = '1';
  return { pattern, names: only ?? namesOf(pattern, changed), changes: changed ? changesOf(root) : undefined };
}

/** A pattern names test files, so no checks and no build. What changed is seen on one engine only. */
function namesOf(pattern, changed) {
  const all = Object.keys(stages);
  if (changed) return all.filter((name) => !['build', 'pg'].includes(name));
  return pattern.length ? all.filter((name) => !['check', 'build'].includes(name)) : all;
}

async function attempt(name, { pattern, changes }, aside) {
  const path = join(scratch, `${name}.log`);
  const out = aside ? openSync(path, 'w') : undefined;
  console.log(aside ? `... ${stages[name].title}` : `\n=== ${stages[name].title}`);
  const began = Date.now();
  let complaint = '';
  const tally = await stages[name].run({ pattern, changes, out }).catch((error) => {
    complaint = error instanceof Advice ? error.message : String(error?.stack ?? error);
    return { passed: 0, failed: 1, failures: ['broke off'] };
  });
  if (out !== undefined) {
    closeSync(out);
    process.stdout.write(`\n=== ${stages[name].title}\n${readFileSync(path, 'utf8')}`);
  }
  if (complaint) console.error(complaint);
  return { name, ...tally, seconds: Math.round((Date.now() - began) / 1000) };
}

async function runAll({ names, ...terms }) {
  await ensureInstalled();
  if (names.some((name) => ['server', 'pg', 'e2e'].includes(name))) await ensureEngines();
  const left = [...names];
  const tallies = [];
  const aside = lanes > 1 && names.length > 1;
  // each stage has fewer workers where two of them share the machine
  if (aside) process.env.DOSSIER_TEST_LANES = String(lanes);
  const next = () => (stopped ? undefined : left.shift());
  const lane = async () => {
    for (let name = next(); name !== undefined; name = next()) tallies.push(await attempt(name, terms, aside));
  };
  await Promise.all(Array.from({ length: aside ? lanes : 1 }, lane));
  if (stopped) throw new Advice('Stopped.');
  return names.map((name) => tallies.find((tally) => tally.name === name));
}

await main(async () => {
  const wanted = parse(process.argv.slice(2));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);
  const tallies = await runAll(wanted);
  console.log('');
  for (const { name, passed, failed, seconds } of tallies)
    console.log(`${name.padEnd(8)}${passed} passed, ${failed} failed in ${seconds} s`);
  for (const { name, failures } of tallies) for (const failure of failures) console.log(`failed: ${name}: ${failure}`);
  const { passed, failed } = sum(tallies);
  if (wanted.pattern.length && passed + failed === 0) throw new Advice(`No test file matches ${wanted.pattern.join(' ')}.`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed ? 1 : 0;
});
