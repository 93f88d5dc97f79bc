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
    const failing = { status: 'failed', assertionResults: [{ status: 'failed' }] };
    const file = report({ numPassedTests: 1, numFailedTests: 1, testResults: [passing, failing] });
    expect(countTests(file, 1)).toEqual({ passed: 1, failed: 1 });
  });

  it('counts a file that could not be loaded', () => {
    const file = report({ numPassedTests: 1, numFailedTests: 0, testResults: [passing, { status: 'failed', assertionResults: [] }] });
    expect(countTests(file, 1)).toEqual({ passed: 1, failed: 1 });
  });

  it('counts an error outside any test', () => {
    const file = report({ numPassedTests: 1, numFailedTests: 0, testResults: [passing] });
    expect(countTests(file, 1)).toEqual({ passed: 1, failed: 1 });
    expect(countTests(file, 0)).toEqual({ passed: 1, failed: 0 });
  });

  it('counts a missing report as a failure', () => {
    expect(countTests('/nowhere.json', 0)).toEqual({ passed: 0, failed: 1 });
    expect(countChecks('/nowhere.json')).toEqual({ passed: 0, failed: 1 });
  });

  it('counts checks and adds up', () => {
    const checks = countChecks(report([{ ok: true }, { ok: false }, { ok: true }]));
    expect(sum([checks, { passed: 5, failed: 0 }])).toEqual({ passed: 7, failed: 1 });
  });
});
