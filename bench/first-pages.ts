import { join } from 'node:path';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { type Page, chromium } from 'playwright-core';
import sharp from 'sharp';
import { makeFile } from '../demo/files/make-file.ts';
import { ensureBrowser } from '../scripts/browser.mjs';
import { dxf, dxfLine, dxfText } from '../server/test/dxf.ts';
import { anyPhoto } from '../server/test/photo-of.ts';
import { bareEngine } from './bare-engine.ts';
import { type Way, barePage, deskOf, firstSight } from './first-sight.ts';
import { writePaper } from './paper-of.ts';
import { type Line, median } from './table.ts';
import { makeNothingAhead } from './thumbnails.ts';
import { type Caller, callOn, openCabinet, upload } from './transfers.ts';

const rounds = 3;
const restMs = 2000;
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

type Make = (seed: number) => Promise<Buffer>;

const demo =
  (kind: 'docx' | 'pptx' | 'xlsx' | 'pdf'): Make =>
  async (seed) =>
    (await makeFile(kind, { title: `Report ${seed}`, lang: 'en', seed })).bytes;

function drawing(seed: number): Buffer {
  const lines = Array.from({ length: 500 }, (_, n) => dxfLine('0', [n * 3, (n * 7 + seed) % 400], [n * 3 + 40, (n * 11) % 300])).flat();
  return Buffer.from(dxf({ entities: [...lines, ...dxfText('0', `Plan ${seed}`, { x: 10, y: 420, height: 20 })] }));
}

/** What is opened, and whether the office engine renders it. */
const kinds: Record<string, { make: Make; isEngine?: boolean }> = {
  docx: { make: demo('docx'), isEngine: true },
  pptx: { make: demo('pptx'), isEngine: true },
  xlsx: { make: demo('xlsx') },
  pdf: { make: demo('pdf') },
  dxf: { make: async (seed) => drawing(seed) },
  jpg: { make: () => anyPhoto(4000, 3000) },
  tif: {
    make: async () =>
      sharp(await anyPhoto(1654, 2339))
        .tiff({ compression: 'lzw' })
        .toBuffer(),
  },
};

const inMs = (ms: number): string => `${ms.toFixed(0)} ms`;

/** The first page of each kind: until it is rendered, beside the bare engine, and until a user sees it, at first and again. */
export async function measureFirstPages(caller: Caller, scratch: string): Promise<Line[]> {
  await makeNothingAhead(caller);
  const cabinet = await openCabinet(caller, 'First pages');
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: quiet });
  try {
    const bare = await barePage(await anyPhoto(4000, 3000));
    const desk = { desk: await deskOf(browser, caller), bare };
    const lines: Line[] = [];
    for (const [ext, { make, isEngine = false }] of Object.entries(kinds)) {
      const files = await Promise.all(Array.from({ length: rounds * 2 + 1 }, (_, n) => make(n + 1)));
      const ids: string[] = [];
      for (const [n, body] of files.entries()) ids.push(await upload(caller, cabinet, { name: `${ext} ${n}.${ext}`, body }));
      if (isEngine) lines.push(await besideEngine(caller, { ext, ids: ids.slice(rounds + 1), files }));
      lines.push(...(await seen(desk, caller, { ext, ids: ids.slice(0, rounds + 1) })));
    }
    const papers: [string, { pages: number; picture?: number }][] = [
      ['a PDF of 2,000 pages', { pages: 2000 }],
      ['a PDF of 200 MB', { pages: 40, picture: 5_000_000 }],
    ];
    for (const [work, wish] of papers) {
      const path = join(scratch, 'paper.pdf');
      await writePaper(path, wish);
      const id = await upload(caller, cabinet, { name: `${work}.pdf`, body: path });
      lines.push(
        line(`first page of ${work} seen`, {
          ours: inMs(await firstSight(desk.desk, (await wayOf(caller, id))(id))),
          aim: '≤ 2000 ms',
        }),
      );
    }
    return lines;
  } finally {
    await browser.close();
  }
}

const line = (
  work: string,
  { ours, floor = '–', ratio = '–', aim }: { ours: string; floor?: string; ratio?: string; aim: string },
): Line => ({
  work,
  ours,
  floor,
  ratio,
  aim,
});

interface Desk {
  desk: Page;
  bare: Way;
}

interface Files {
  ext: string;
  ids: string[];
}

/** From the view request until its rendition is made; alternately with the engine alone on the same bytes. */
async function besideEngine(caller: Caller, { ext, ids, files }: Files & { files: Buffer[] }): Promise<Line> {
  const ours: number[] = [];
  const alone: number[] = [];
  for (const [n, id] of ids.entries()) {
    const begun = performance.now();
    const { look } = await callOn(caller, preview.view, { id });
    await renditionMade(caller, look);
    ours.push(performance.now() - begun);
    const took = await bareEngine(`bare.${ext}`, files[rounds + 1 + n] ?? Buffer.alloc(0));
    if (took !== undefined) alone.push(took);
  }
  if (alone.length === 0) return line(`${ext} made`, { ours: inMs(median(ours)), aim: '≤ 1.15' });
  const ratio = median(ours) / median(alone);
  return line(`${ext} made`, {
    ours: inMs(median(ours)),
    floor: `${inMs(median(alone))} (engine alone)`,
    ratio: ratio.toFixed(2),
    aim: '≤ 1.15',
  });
}

/** Waits until the rendition of a preview token is made. */
export async function renditionMade({ port }: Caller, look: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}${previewByToken.state.path}?wait=true&look=${encodeURIComponent(look)}`);
    const { data } = (await answer.json()) as { data: { state: string } };
    if (data.state === 'ready') return;
    if (data.state === 'failed') throw new Error(`nothing was made: ${JSON.stringify(data)}`);
  }
}

/** Until the first page is drawn: of documents that were never opened, and of the same again, beside a page with nothing but an image. */
async function seen({ desk, bare }: Desk, caller: Caller, { ext, ids: [warm = '', ...ids] }: Files): Promise<Line[]> {
  const way = await wayOf(caller, warm);
  // as in a browser that is used all day: it caches compiled scripts after the second use
  for (let n = 0; n < 3; n++) await firstSight(desk, way(warm));
  const [cold, again, drawn, floor]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (const id of ids) {
    cold.push(await firstSight(desk, way(id)));
    // by now the machine is idle again
    await desk.waitForTimeout(restMs);
    floor.push(await firstSight(desk, bare));
    again.push(await firstSight(desk, way(id)));
    if (way(id).look === 'front') drawn.push(await firstSight(desk, { ...way(id), look: 'pdf' }));
  }
  const [ours, least] = [median(again), median(floor)];
  return [
    line(`first page of ${ext} seen`, { ours: inMs(median(cold)), aim: '–' }),
    line('the same again', {
      ours: inMs(ours),
      floor: `${inMs(least)} (a bare page with a picture)`,
      ratio: (ours / least).toFixed(1),
      aim: '≤ 300 ms',
    }),
    ...(drawn.length > 0 ? [line('until its text can be marked', { ours: inMs(median(drawn)), aim: '–' })] : []),
  ];
}

/** How documents of the kind of this one are opened. The request starts the renderer, so it is sent for one document only. */
async function wayOf(caller: Caller, id: string): Promise<(other: string) => Way> {
  const { detailUrl, rendition } = await callOn(caller, preview.view, { id });
  return (other) => ({ address: detailUrl.replace(id, other), look: rendition === 'pdf' ? 'front' : rendition });
}
