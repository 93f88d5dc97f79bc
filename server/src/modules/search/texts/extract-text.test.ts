import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { site } from '@dossier/contract/core/site';
import { search } from '@dossier/contract/search/search';
import { CFB } from '@e965/xlsx';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { dxf, dxfText } from '../../../../test/dxf.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { pictureOf, scanOf } from '../../../../test/scan-of.ts';

let programs: string;
let dossier: TestServer;
beforeAll(async () => {
  programs = await mkdtemp(join(tmpdir(), 'dossier-programs-'));
  // an office engine with the same output for every input
  await writeFile(join(programs, 'made.pdf'), scanOf([await pictureOf(['设备采购流程图', 'Pump diagram'])]));
  const out = 'made=$(dirname "$0")/made.pdf; while [ "$1" != --outdir ]; do shift; done; mkdir -p "$2"';
  await writeFile(join(programs, 'soffice'), `#!/bin/sh\n${out}\ncp "$made" "$2/document.pdf"\n`);
  await chmod(join(programs, 'soffice'), 0o755);
});
afterEach(() => dossier.close());
afterAll(() => rm(programs, { recursive: true, force: true }));

const found = async (keyword: string): Promise<string[]> =>
  (await dossier.admin.call(search.search, { keyword, in: 'content' })).list.map(({ name }) => name).toSorted();

/** Advances the clock past the pause before slow stages, and waits for them. */
async function settled(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await dossier.drain();
    dossier.clock.forward(11_000);
  }
  await dossier.drain();
}

const plant = async (name: string, bytes: Buffer): Promise<string> =>
  makeDocument(dossier, dossier.admin, { parentId: await makeCabinet(dossier.admin), name, bytes });

const compound = (stream: Buffer): Buffer => {
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, '/VisioDocument', stream);
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array);
};

it('a scan and a photo are found by their recognised words, Chinese and English, and by their own text', async () => {
  dossier = await openTestServer();
  const page = await pictureOf(['设备采购合同', 'Purchase of forty turbines', '交货地点为上海港']);
  await plant('scan.pdf', scanOf([page, await pictureOf(['第二页 验收标准', 'Acceptance criteria'])]));
  await plant('photo.png', await pictureOf(['会议室白板 项目进度', 'Milestone review'], 'png'));
  await dossier.drain();
  expect(await found('采购合同')).toEqual([]);
  await settled();
  expect(await found('采购合同')).toEqual(['scan.pdf']);
  expect(await found('turbines')).toEqual(['scan.pdf']);
  expect(await found('验收标准')).toEqual(['scan.pdf']);
  expect(await found('项目进度')).toEqual(['photo.png']);
  expect(await found('milestone')).toEqual(['photo.png']);
}, 300_000);

it('recognition waits while the site has it disabled, and runs afterwards', async () => {
  dossier = await openTestServer();
  await dossier.admin.call(site.saveSettings, { group: 'recognition', values: { enabled: false } });
  await plant('photo.jpg', await pictureOf(['季度预算 Quarterly budget']));
  await settled();
  expect(await found('budget')).toEqual([]);
  await dossier.admin.call(site.saveSettings, { group: 'recognition', values: { enabled: true } });
  await settled();
  expect(await found('budget')).toEqual(['photo.jpg']);
}, 300_000);

it('a drawing is found by its texts', async () => {
  dossier = await openTestServer();
  await plant('plan.dxf', Buffer.from(dxf({ entities: dxfText('0', '水泵房平面图 Pump house', { x: 0, y: 0, height: 5 }) })));
  await settled();
  expect(await found('平面图')).toEqual(['plan.dxf']);
}, 300_000);

it('a document without disk space for its renditions is read once there is some', async () => {
  dossier = await openTestServer();
  await plant('plan.dxf', Buffer.from(dxf({ entities: dxfText('0', '泵房 Pump house', { x: 0, y: 0, height: 5 }) })));
  await plant('photo.png', await pictureOf(['泵房 The pump house'], 'png'));
  const full = vi.spyOn(dossier.services.storage, 'free').mockResolvedValue(0);
  await settled();
  full.mockRestore();
  expect(await found('泵房')).toEqual([]);
  dossier.clock.forward(10 * 60_000);
  await settled();
  expect(await found('泵房')).toEqual(['photo.png', 'plan.dxf']);
}, 300_000);

it('a document that needs an office engine is found by its pages once there is one', async () => {
  dossier = await openTestServer({ searchPath: '' });
  await plant('plan.vsd', compound(Buffer.from('nothing that we read')));
  await settled();
  expect(await found('流程图')).toEqual([]);
  Object.assign(dossier.services.config, { searchPath: programs + delimiter + (process.env['PATH'] ?? '') });
  await dossier.reopen();
  await vi.waitFor(
    async () => {
      await settled();
      expect(await found('流程图')).toEqual(['plan.vsd']);
    },
    { timeout: 240_000 },
  );
}, 300_000);
