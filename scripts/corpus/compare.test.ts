import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictureOf } from '../../server/test/scan-of.ts';
import { type Comparer, makeComparer } from './compare.ts';
import { type Finding, newFinding, unread } from './finding.ts';

const folder = mkdtempSync(join(tmpdir(), 'dossier-compare-test-'));
let comparer: Comparer;
beforeAll(async () => {
  comparer = await makeComparer();
});
afterAll(async () => {
  await comparer.close();
  rmSync(folder, { recursive: true });
});

/** A finding whose window shows `painted` where its text layer has `said`; the file has `written`. */
async function found(written: string, painted: string, said = painted): Promise<Finding> {
  const path = join(folder, 'a.txt');
  writeFileSync(path, written);
  const finding = newFinding({ path, file: 'a.txt', kind: 'txt', bytes: written.length });
  const words = said.split(' ').map((word, n) => ({ word, left: 90, top: 95 + n * 80, width: 400, height: 60 }));
  finding.picture = { path: '', bytes: await pictureOf(painted.split(' '), 'png'), words };
  await comparer.compare(finding);
  return finding;
}

describe('the screenshot of a window', () => {
  it('shows words of the file, in any script', async () => {
    expect((await found('the kingfisher sleeps near water', 'kingfisher water sleeps')).seen).toBe('3 of 3 words');
    expect((await found('采购合同 验收记录 施工日志', '采购合同 验收记录 施工日志')).seen).toBe('3 of 3 words');
    expect((await found('kingfisher', 'kingfisher')).seen).toBe('1 of 1 words');
  });

  it('fails where it shows other words than the text layer, or than the file', async () => {
    expect((await found('kingfisher water sleeps', 'turnover invoice budget', 'kingfisher water sleeps')).seen).toBe(unread);
    const others = 'turnover invoice budget meeting minutes quarter';
    await expect(found('kingfisher water', others)).rejects.toThrow('no word on the screen');
  });
});
