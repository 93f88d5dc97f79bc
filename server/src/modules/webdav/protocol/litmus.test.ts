import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { moduleType } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { expect, it } from 'vitest';
import { makeDevice } from '../../../../test/dav-client.ts';
import { isLong } from '../../../../test/long.ts';
import { makeCabinet } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { hasProgram } from '../../../../test/pdf-programs.ts';
import { openTestServer } from '../../../../test/test-server.ts';

// Debian's `litmus`: a client by other authors that judges servers by RFC 4918. It repeats much of the other tests, so long runs have it alone.
it.skipIf(!isLong || !hasProgram('litmus'))('litmus finds nothing to complain about', async () => {
  const dossier = await openTestServer();
  // litmus leaves its log in the folder that it runs in
  const cwd = await mkdtemp(join(tmpdir(), 'litmus-'));
  try {
    await dossier.admin.call(site.saveSettings, { group: 'syncDisk', values: { enabled: true } });
    const anna = await makeSignedIn(dossier);
    const { password } = await makeDevice(dossier, anna);
    await makeCabinet(anna.client, { name: 'Papers', moduleType: moduleType.my });
    const address = `${await dossier.listen()}/dav/my/Papers/`;
    const told = await promisify(execFile)('litmus', ['-k', address, anna.loginName, password], { cwd }).catch(
      (error: { stdout: string }) => error,
    );
    const complaints = told.stdout.split('\n').filter((line) => /\b(FAIL|WARNING|SKIPPED)\b/.test(line));
    expect(complaints).toEqual([]);
    const passed = [...told.stdout.matchAll(/of (\d+) tests run: (\d+) passed/g)];
    expect(passed.map(([, run, ok]) => [run, ok])).toEqual(passed.map(([, run]) => [run, run]));
    expect(passed.length).toBe(5);
  } finally {
    await rm(cwd, { recursive: true });
    await dossier.close();
  }
});
