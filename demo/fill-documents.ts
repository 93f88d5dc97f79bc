import type { DemoLanguage } from './company/demo-language.ts';
import { content } from '@dossier/contract/documents/content';
import type { Caller } from './caller.ts';
import { type Company, need } from './company.ts';
import { makeFile } from './files/make-file.ts';
import { randomFrom } from './files/random.ts';
import type { Filing } from './fill-cabinets.ts';
import { whenFiled } from './when-filed.ts';

/** The filed documents: their ids by path, and their total bytes. */
export interface Filed {
  ids: Map<string, string>;
  bytes: number;
}

const notes: Record<DemoLanguage, readonly string[]> = {
  cn: ['按评审意见修改', '更新附表数据', '补充签署页', '调整进度安排'],
  en: ['After the review', 'New figures', 'Signed page added', 'Dates moved'],
  es: ['Tras la revisión', 'Cifras nuevas', 'Con la página firmada', 'Fechas cambiadas'],
  ja: ['レビュー後の修正', '数値を更新', '署名ページを追加', '日程を変更'],
};

const hour = 3600 * 1000;

/** One upload of a document: its first, or a later revision. */
interface Arrival {
  filing: Filing;
  at: number;
  version: number;
  time: number;
}

/** All uploads in the order of their times, from the clock's time to half a day before the present. */
function arrivalsOf(filings: Filing[], begin: number): Arrival[] {
  const span = { begin, end: Date.now() - 12 * hour };
  const arrivals = filings.flatMap((filing, at) =>
    whenFiled(filing.path, filing.paper.versions, { random: randomFrom(at), span }).map((time, index) => ({
      filing,
      at,
      version: index + 1,
      time,
    })),
  );
  return arrivals.toSorted((a, b) => a.time - b.time || a.version - b.version);
}

/** Uploads every document and its later revisions, as the clerks of the cabinet, each at its time. */
export async function fillDocuments(company: Company, filings: Filing[], onProgress: (done: number) => void): Promise<Filed> {
  const ids = new Map<string, string>();
  let bytes = 0;
  // sequentially: the clock has one time only
  for (const { filing, at, version, time } of arrivalsOf(filings, company.clock.now())) {
    company.clock.to(time);
    const random = randomFrom(at + version * 1000);
    const caller = await company.as(random.pick(filing.clerks));
    if (version > 1) {
      const terms = { id: need(ids, filing.path), seed: at + version * 1000, note: random.pick(notes[filing.paper.lang]) };
      bytes += await checkIn(caller, filing, terms);
      continue;
    }
    const { id, size } = await upload(caller, filing, at);
    bytes += size;
    ids.set(filing.path, id);
    onProgress(ids.size);
  }
  return { ids, bytes };
}

async function upload(caller: Caller, { paper, parentId }: Filing, seed: number): Promise<{ id: string; size: number }> {
  const { name, bytes } = await makeFile(paper.kind, { title: paper.title, lang: paper.lang, seed });
  const { id, uploadUrl } = await caller.call(content.preUpload, { parentId, name, size: bytes.length });
  await caller.send(uploadUrl, bytes);
  return { id, size: bytes.length };
}

async function checkIn(caller: Caller, { paper }: Filing, terms: { id: string; seed: number; note: string }): Promise<number> {
  const { bytes } = await makeFile(paper.kind, { title: paper.title, lang: paper.lang, seed: terms.seed });
  const { uploadUrl } = await caller.call(content.preCheckIn, { id: terms.id, size: bytes.length, note: terms.note });
  await caller.send(uploadUrl, bytes);
  return bytes.length;
}
