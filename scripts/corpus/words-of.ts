import { readFile } from 'node:fs/promises';
import { renditionOf } from '@dossier/contract/file-types';
import type { CorpusFile } from './list-files.ts';
import { zipText } from './zip-text.ts';

const most = 8;
const mostBytes = 32 << 20;

/** Some words of a text that are worth searching for: long ones, or Chinese ones, each once. */
export function wordsIn(text: string): string[] {
  const plain = text.slice(0, 400_000);
  const latin = plain.match(/(?<![\p{L}\p{N}_&])\p{Script=Latin}{4,16}(?![\p{L}\p{N}_])/gu) ?? [];
  const other = plain.match(/\p{Script=Han}{2,4}|\p{Script=Cyrillic}{4,16}/gu) ?? [];
  const all = [...new Set([...other.slice(0, 40), ...latin])];
  const apart = Math.max(1, Math.floor(all.length / most));
  return all.filter((_, at) => at % apart === 0).slice(0, most);
}

/** Words that stand in a file, read apart from the product's own way; none where it has no text that we know how to read. */
export async function wordsOf({ path, file, bytes }: CorpusFile): Promise<string[]> {
  if (bytes > mostBytes) return [];
  const ext = /\.([^./]+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
  const rendition = renditionOf(ext);
  const body = await readFile(path);
  if (rendition === 'text') return wordsIn(decoded(body));
  if (rendition === 'html' || ext === 'svg') return wordsIn(withoutTags(decoded(body)));
  if (ext === 'rtf') return wordsIn(withoutControls(body.toString('latin1')));
  if (ext === 'msg') return wordsIn((body.toString('latin1').match(/(?<![\w.])[A-Z]?[a-z]{3,12}(?![\w.])/g) ?? []).join(' '));
  if (body.toString('latin1', 0, 2) === 'PK') return wordsIn(zipText(body));
  return [];
}

function decoded(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return new TextDecoder('gb18030').decode(body);
  }
}

const withoutTags = (html: string): string =>
  html.replace(/<head[\s\S]*?<\/head>|<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!--[\s\S]*?-->/gi, ' ').replace(/<[^>]*>/g, ' ');

const silent = /^\{\\(\*|fonttbl|colortbl|stylesheet|info|pict|object|header|footer)/;

/** The words of an RTF file, without groups that are not of its text. */
function withoutControls(rtf: string): string {
  let plain = '';
  let skipped = 0;
  for (const { index, 0: sign } of rtf.matchAll(/\\[{}\\]|[{}]|[^{}\\]+|\\[^{}\\]/g)) {
    if (sign === '{' && (skipped > 0 || silent.test(rtf.slice(index, index + 20)))) skipped++;
    else if (sign === '}' && skipped > 0) skipped--;
    else if (skipped === 0) plain += sign;
  }
  return plain.replace(/\\'[0-9a-f]{2}/g, '?').replace(/\\[a-z]+-?\d* ?/gi, ' ');
}
