import type { DemoLanguage } from './demo-language.ts';
import { type FileKind, fileKinds } from '../files/make-file.ts';

/** A document to be filed. */
export interface Paper {
  title: string;
  kind: FileKind;
  lang: DemoLanguage;
  /** How many revisions it has. */
  versions: number;
}

/** A folder with its contents; the first one of a shelf is the cabinet. */
export interface Shelf {
  name: string;
  folders: Shelf[];
  papers: Paper[];
}

/**
 * Reads a cabinet from indented lines: `name/` is a folder, `title | kinds` one document for each kind, `{1..12}` in a title counts, and `x3` after
 * the kinds gives three revisions.
 */
export function readShelf(text: string): Shelf {
  const root: Shelf = { name: '', folders: [], papers: [] };
  const open: Shelf[] = [root];
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const depth = (line.length - line.trimStart().length) / 2;
    const holder = open[depth];
    if (holder === undefined) throw new Error(`Indented too far: ${line}`);
    const content = line.trim();
    if (content.endsWith('/')) {
      const folder: Shelf = { name: content.slice(0, -1), folders: [], papers: [] };
      holder.folders.push(folder);
      open.splice(depth + 1, open.length, folder);
    } else holder.papers.push(...papersOf(content));
  }
  const cabinet = root.folders[0];
  if (cabinet === undefined) throw new Error('A shelf without a cabinet');
  return cabinet;
}

function papersOf(line: string): Paper[] {
  const [title = '', terms = ''] = line.split(' | ');
  const words = terms.split(' ');
  const versions = Number(words.find((word) => /^x\d+$/.test(word))?.slice(1) ?? 1);
  const kinds = words.filter((word) => !/^x\d+$/.test(word)).map(needKind);
  return counted(title).flatMap((one) => kinds.map((kind) => ({ title: one, kind, lang: languageOf(one), versions })));
}

function needKind(word: string): FileKind {
  const kind = fileKinds.find((one) => one === word);
  if (kind === undefined) throw new Error(`No kind of file: ${word}`);
  return kind;
}

function counted(title: string): string[] {
  const [whole, from, to] = /\{(\d+)\.\.(\d+)\}/.exec(title) ?? [];
  if (whole === undefined || from === undefined || to === undefined) return [title];
  const numbers = Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => Number(from) + at);
  return numbers.map((number) => title.replace(whole, String(number).padStart(from.length, '0')));
}

function languageOf(title: string): DemoLanguage {
  if (/[\u3040-\u30ff]/.test(title)) return 'ja';
  if (/\p{Script=Han}/u.test(title)) return 'cn';
  return /[áéíóúñ¿]|\b(de|del|la|para)\b/i.test(title) ? 'es' : 'en';
}
