/** `npm test`: installs what the tests need, runs every stage, and ends in one line `N passed, N failed`. */
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { ensureEngines } from './engines.mjs';
import { start as startPostgres } from './postgres.mjs';
import { Advice, become, ensureBuilt, ensureInstalled, environment, main, needNode, root } from './runtime.mjs';
import { makeScratch } from './scratch.mjs';
import { countChecks, countTests, sum } from './tally.mjs';

const usage = 'Usage: npm test -- [PATTERN] [--only check|build|unit|web|server|pg|e2e]';
const scratch = makeScratch();
let stopped = false;

/** Every stage answers its own tally; one that throws counts as one failure, and the next ones still run. */
const stages = {
  check: { title: 'Types, lint, format, import rules, unused code', run: check },
  build: { title: 'Client build', run: build },
  unit: { title: 'Contract, formats and scripts', run: (pattern) => vitest('unit', pattern) },
  web: { title: 'Client in a DOM', run: (pattern) => vitest('web', pattern) },
  server: { title: 'Server on SQLite', run: (pattern) => vitest('server', pattern) },
  pg: { title: 'Server on PostgreSQL', run: onPostgres },
  e2e: { title: 'Journeys in a browser', run: inBrowser },
};

async function check() {
  const file = join(scratch, 'check.json');
  await follow([join(root, 'scripts', 'check.mjs'), '--json', file]);
  return countChecks(file);
}

async function build() {
  await ensureBuilt();
  return { passed: 1, failed: 0, failures: [] };
}

async function onPostgres(pattern) {
  const cluster = await startPostgres();
  try {
    return await vitest('server', pattern, { DOSSIER_TEST_DATABASE_URL: cluster.url });
  } finally {
    await cluster.stop();
  }
}

async function inBrowser(pattern) {
  const browser = await ensureBrowser({ shell: true });
  await ensureBuilt();
  return vitest('e2e', pattern, { DOSSIER_BROWSER: browser });
}

async function vitest(project, pattern, extra = {}) {
  const file = join(scratch, `${project}-${Object.keys(extra).join('-')}.json`);
  const cli = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await follow([cli, 'run', '--project', project, '--passWithNoTests', ...reporters, ...pattern], extra);
  return countTests(file, code);
}

/** The first signal ends the run after the stage at hand, which receives it too; a second one ends it at once. */
function onSignal() {
  if (stopped) process.exit(130);
  stopped = true;
}

/** Runs one of our tools on Node 26 with its output on the terminal, and nothing to read from. */
function follow(args, extra = {}) {
  const options = { cwd: root, env: { ...environment(), TMPDIR: scratch, ...extra }, stdio: ['ignore', 'inherit', 'inherit'] };
  return become(needNode(), args, options);
}

function parse(args) {
  const at = args.indexOf('--only');
  const only = at < 0 ? undefined : args[at + 1];
  if (at >= 0 && !stages[only]) throw new Advice(usage);
  const pattern = at < 0 ? args : args.toSpliced(at, 2);
  // A pattern names test files: the stages without any are left out.
  const all = Object.keys(stages).filter((name) => !pattern.length || !['check', 'build'].includes(name));
  return { pattern, names: only ? [only] : all };
}

async function attempt(name, pattern) {
  console.log(`\n=== ${stages[name].title}`);
  const began = Date.now();
  const tally = await stages[name].run(pattern).catch((error) => {
    console.error(error instanceof Advice ? error.message : error);
    return { passed: 0, failed: 1, failures: ['broke off'] };
  });
  return { name, ...tally, seconds: Math.round((Date.now() - began) / 1000) };
}

async function runAll({ pattern, names }) {
  const tallies = [];
  await ensureInstalled();
  if (names.some((name) => ['server', 'pg', 'e2e'].includes(name))) await ensureEngines();
  for (const name of names) if (!stopped) tallies.push(await attempt(name, pattern));
  if (stopped) throw new Advice('Stopped.');
  return tallies;
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
