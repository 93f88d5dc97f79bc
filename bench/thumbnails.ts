import { setTimeout as pause } from 'node:timers/promises';
import { site } from '@dossier/contract/core/site';
import { thumbnails } from '@dossier/contract/preview/thumbnails';
import { anyPhoto, madeSmall } from '../server/test/photo-of.ts';
import { adminPassword } from './build-library.ts';
import type { Line } from './table.ts';
import { type Caller, callOn, openCabinet, signIn, upload } from './transfers.ts';

const many = 100;
const side = 320;

const took = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

/** Switches off background thumbnails and OCR. Returns the administrator. */
export async function makeNothingAhead(caller: Caller): Promise<Caller> {
  const admin = { ...caller, token: await signIn(caller.port, { loginName: 'admin', password: adminPassword }) };
  await callOn(admin, site.saveSettings, { group: 'preview', values: { thumbnails: false } });
  await callOn(admin, site.saveSettings, { group: 'recognition', values: { enabled: false } });
  return admin;
}

/** The thumbnails of a list of 100: rendered at the first request, beside the decoder alone on the same bytes; and from the cache. */
export async function measureThumbnails(caller: Caller): Promise<Line[]> {
  await makeNothingAhead(caller);
  const cabinet = await openCabinet(caller, 'Photos');
  const bodies: Buffer[] = [];
  const ids: string[] = [];
  for (let n = 0; n < many; n++) {
    const body = await anyPhoto(1600, 1200);
    bodies.push(body);
    ids.push(await upload(caller, cabinet, { name: `photo ${n}.jpg`, body }));
  }
  const ask = () => callOn(caller, thumbnails.list, { ids });
  const cold = await took(async () => {
    while ((await ask()).list.some(({ state }) => state === 'making')) await pause(100);
  });
  const floor = await took(async () => {
    for (const body of bodies) await madeSmall(body, side);
  });
  const again = await took(async () => {
    const { list } = await ask();
    const left = list.map(({ url }) => url ?? '');
    const fetchNext = async (): Promise<void> => {
      for (let url = left.pop(); url !== undefined; url = left.pop())
        await (await fetch(`http://127.0.0.1:${caller.port}${url}`)).arrayBuffer();
    };
    await Promise.all(Array.from({ length: 6 }, fetchNext));
  });
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
  return [
    {
      work: `${many} small pictures made`,
      ours: seconds(cold),
      floor: `${seconds(floor)} (decoder alone)`,
      ratio: (cold / floor).toFixed(1),
      aim: '≤ 3',
    },
    { work: 'the same had again, call and pictures', ours: `${again.toFixed(0)} ms`, floor: '–', ratio: '–', aim: '≤ 1000 ms' },
  ];
}
