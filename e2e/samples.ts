import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFile } from '../demo/files/make-file.ts';

/** A word of the Word document that occurs nowhere else. */
export const chineseWord = '潮汐观测';

const kinds = {
  'annual-report.pdf': 'pdf',
  'progress.png': 'png',
  'melody.wav': 'wav',
  'river.webm': 'webm',
  'Program.java': 'java',
  'survey.docx': 'docx',
} as const;

/** A folder of local files. */
export interface Samples {
  /** The folder, called `my files`. */
  folder: string;
  files: Map<string, Buffer>;
  remove(): Promise<void>;
}

/** Creates the files: a PDF, an image, audio, a video, a source file and a Word document with Chinese text. */
export async function makeSamples(): Promise<Samples> {
  const base = await mkdtemp(join(tmpdir(), 'dossier-samples-'));
  const folder = join(base, 'my files');
  await mkdir(join(folder, 'inner'), { recursive: true });
  const files = new Map<string, Buffer>();
  for (const [name, kind] of Object.entries(kinds)) {
    const title = kind === 'docx' ? `${chineseWord}年度说明` : 'Annual report';
    const { bytes } = await makeFile(kind, { title, lang: kind === 'docx' ? 'cn' : 'en', seed: 7 });
    await writeFile(join(folder, name), bytes);
    files.set(name, bytes);
  }
  files.set('inner/说明.txt', Buffer.from('内层文件\n'));
  await writeFile(join(folder, 'inner', '说明.txt'), '内层文件\n');
  return { folder, files, remove: () => rm(base, { recursive: true, force: true }) };
}
