/** Counts what the tools report, so that no failure can read as a pass. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** A tally: how much passed, and a line for each failure. */
const tally = (passed, failures) => ({ passed, failed: failures.length, failures });

/** Counts the checks of `check.mjs --json`; a missing report is one failure. */
export function countChecks(file) {
  const checks = read(file);
  if (!checks) return tally(0, ['no report']);
  const failing = checks.filter((check) => !check.ok);
  return tally(
    checks.length - failing.length,
    failing.map(({ name }) => name),
  );
}

const firstLine = (text = '') => text.split('\n', 1)[0].slice(0, 200);

/** The first line of a failure, what a browser waited for, and the line of the test. */
function told(text = '') {
  const lines = text.replace(/\u001b\[\d+m/g, '').split('\n');
  const waited = lines.find((line) => /^\s*- waiting for/.test(line));
  const place = lines.map((line) => /([\w.-]+\.test\.tsx?:\d+):\d+/.exec(line)?.[1]).find(Boolean);
  return [firstLine(lines[0]), waited?.trim(), place && `at ${place}`].filter(Boolean).join(' ');
}

function failuresOf(suite) {
  const failing = suite.assertionResults.filter((test) => test.status === 'failed');
  const file = relative(process.cwd(), suite.name ?? '');
  if (!failing.length && suite.status === 'failed') return [`${file}: ${firstLine(suite.message)}`];
  return failing.map((test) => `${file} > ${test.fullName}: ${told(test.failureMessages?.[0])}`);
}

/**
 * Counts vitest's JSON report. A file that could not be loaded has no tests, and an error outside any test only shows in the exit
 * code: each counts as one failure.
 */
export function countTests(file, exitCode) {
  const report = read(file);
  if (!report) return tally(0, ['no report']);
  const failures = report.testResults.flatMap(failuresOf);
  if (!failures.length && exitCode !== 0) failures.push('an error outside any test');
  return tally(report.numPassedTests, failures);
}

export function sum(tallies) {
  return tallies.reduce((all, one) => ({ passed: all.passed + one.passed, failed: all.failed + one.failed }), { passed: 0, failed: 0 });
}
