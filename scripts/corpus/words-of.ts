import { readFile } from 'node:fs/promises';
import { extensions, isOffice, renditionOf } from '@dossier/contract/core/file-types';
import type { CorpusFile } from './list-files.ts';
import { zipText } from './zip-text.ts';

const maxWords = 8;
const mostBytes = 32 << 20;

/** Some words of a text that are worth searching for: long ones, or Chinese ones, each once. */
export function wordsIn(text: string): string[] {
  const plain = text.slice(0, 400_000);
  const latin = plain.match(/(?<![\p{L}\p{N}_&])\p{Script=Latin}{4,16}(?![\p{L}\p{N}_])/gu) ?? [];
  const other = plain.match(/\p{Script=Han}{2,4}|\p{Script=Cyrillic}{4,16}/gu) ?? [];
  const all = [...new Set([...other.slice(0, 40), ...latin])];
  const apart = Math.max(1, Math.floor(all.length / maxWords));
  return all.filter((_, at) => at % apart === 0).slice(0, maxWords);
}

/** Words of a file, read by code independent of the product; none where its text cannot be read. */
export async function wordsOf(file: CorpusFile): Promise<string[]> {
  if (file.bytes > mostBytes) return [];
  const body = await readFile(file.path);
  if (extOf(file) === 'msg') return wordsIn((body.toString('latin1').match(/(?<![\w.])[A-Z]?[a-z]{3,12}(?![\w.])/g) ?? []).join(' '));
  return wordsIn(plainOf(file, body) ?? '');
}

const compound = 'd0cf11e0';

/** Every text of a file that may contain its words; undefined for unknown formats. */
export async function textOf(file: CorpusFile): Promise<string | undefined> {
  if (file.bytes > mostBytes) return undefined;
  const body = await readFile(file.path);
  const plain = plainOf(file, body);
  if (plain !== undefined || body.toString('hex', 0, 4) !== compound) return plain;
  // older formats store their text plainly, in one byte or two
  return [body.toString('latin1'), body.toString('utf16le'), body.subarray(1).toString('utf16le')].join('\n');
}

const extOf = ({ file }: CorpusFile): string => /\.([^./]+)$/.exec(file)?.[1]?.toLowerCase() ?? '';

function plainOf(file: CorpusFile, body: Buffer): string | undefined {
  const ext = extOf(file);
  const rendition = renditionOf(ext);
  if (rendition === 'text') return decoded(body);
  if (rendition === 'html' || ext === 'svg') return withoutTags(decoded(body));
  if (ext === 'rtf') return withoutControls(body.toString('latin1'));
  if (isOffice(ext) || extensions.sheet.has(ext)) return body.toString('latin1', 0, 2) === 'PK' ? zipText(body) || undefined : undefined;
  return undefined;
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

/** The words of an RTF file, without groups that are no text. */
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
