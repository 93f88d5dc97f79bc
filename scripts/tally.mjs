/** Counts what the tools report, so that nothing that went wrong can read as a pass. */
import { existsSync, readFileSync } from 'node:fs';

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** Counts the checks of `check.mjs --json`; no report at all is one failure. */
export function countChecks(file) {
  const checks = read(file);
  if (!checks) return { passed: 0, failed: 1 };
  const passed = checks.filter((check) => check.ok).length;
  return { passed, failed: checks.length - passed };
}

/**
 * Counts vitest's JSON report. A file that could not be loaded has no tests, and an error outside any test only shows in the exit
 * code: each counts as one failure.
 */
export function countTests(file, exitCode) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1 };
  const broken = report.testResults.filter(
    (suite) => suite.status === 'failed' && !suite.assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = report.numFailedTests + broken.length;
  return { passed: report.numPassedTests, failed: failed || (exitCode === 0 ? 0 : 1) };
}

/** Adds tallies up. */
export function sum(tallies) {
  return tallies.reduce((all, one) => ({ passed: all.passed + one.passed, failed: all.failed + one.failed }), { passed: 0, failed: 0 });
}
