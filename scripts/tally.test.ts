import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { countChecks, countTests, sum } from './tally.mjs';

const folder = mkdtempSync(join(tmpdir(), 'dossier-tally-'));

afterAll(() => rmSync(folder, { recursive: true }));

function report(content: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const passing = { status: 'passed', assertionResults: [{ status: 'passed' }] };

describe('the tally of a test run', () => {
  it('counts tests', () => {
    const waited =
      "Timeout\nCall log:\n\u001b[2m  - waiting for getByRole('tab')\u001b[22m\n    at run (/a/journey.ts:1:2)\n    at /a/list.test.ts:3:9";
    const test = { status: 'failed', fullName: 'a list sorts', failureMessages: [waited] };
    const failing = { name: join(process.cwd(), 'server/list.test.ts'), status: 'failed', assertionResults: [test] };
    const file = report({ numPassedTests: 1, numFailedTests: 1, testResults: [passing, failing] });
    const failures = ["server/list.test.ts > a list sorts: Timeout - waiting for getByRole('tab') at list.test.ts:3"];
    expect(countTests(file, 1)).toEqual({ passed: 1, failed: 1, failures });
  });

  it('counts a file that could not be loaded', () => {
    const file = report({ numPassedTests: 1, numFailedTests: 0, testResults: [passing, { status: 'failed', assertionResults: [] }] });
    expect(countTests(file, 1)).toMatchObject({ passed: 1, failed: 1 });
  });

  it('counts an error outside any test', () => {
    const file = report({ numPassedTests: 1, numFailedTests: 0, testResults: [passing] });
    expect(countTests(file, 1)).toMatchObject({ passed: 1, failed: 1 });
    expect(countTests(file, 0)).toMatchObject({ passed: 1, failed: 0 });
  });

  it('counts a missing report as a failure', () => {
    expect(countTests('/nowhere.json', 0)).toMatchObject({ passed: 0, failed: 1 });
    expect(countChecks('/nowhere.json')).toMatchObject({ passed: 0, failed: 1 });
  });

  it('counts checks and adds up', () => {
    const checks = countChecks(report([{ ok: true }, { ok: false, name: 'lint' }, { ok: true }]));
    expect(checks.failures).toEqual(['lint']);
    expect(sum([checks, { passed: 5, failed: 0 }])).toEqual({ passed: 7, failed: 1 });
  });
});
