import { content } from '@dossier/contract/content';
import type { Lang } from '@dossier/contract/shapes';
import { type Caller, inLanes } from './caller.ts';
import type { Company } from './company.ts';
import type { Filing } from './fill-cabinets.ts';
import { makeFile } from './files/make-file.ts';
import { randomFrom } from './files/random.ts';

/** What was filed: the ids by path, and how many bytes it came to. */
export interface Filed {
  ids: Map<string, string>;
  bytes: number;
}

const notes: Record<Lang, readonly string[]> = {
  cn: ['按评审意见修改', '更新附表数据', '补充签署页', '调整进度安排'],
  en: ['After the review', 'New figures', 'Signed page added', 'Dates moved'],
  es: ['Tras la revisión', 'Cifras nuevas', 'Con la página firmada', 'Fechas cambiadas'],
  ja: ['レビュー後の修正', '数値を更新', '署名ページを追加', '日程を変更'],
};

/** Uploads every document and its later revisions, as the people who keep the cabinet. */
export async function fillDocuments(company: Company, filings: Filing[], onProgress: (done: number) => void): Promise<Filed> {
  const ids = new Map<string, string>();
  let [bytes, done] = [0, 0];
  await inLanes(filings, 8, async (filing, at) => {
    const random = randomFrom(at);
    const caller = await company.as(random.pick(filing.clerks));
    const { id, size } = await upload(caller, filing, at);
    bytes += size;
    ids.set(filing.path, id);
    for (let version = 2; version <= filing.paper.versions; version++) {
      const clerk = await company.as(random.pick(filing.clerks));
      bytes += await checkIn(clerk, filing, { id, seed: at + version * 1000, note: random.pick(notes[filing.paper.lang]) });
    }
    onProgress(++done);
  });
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
