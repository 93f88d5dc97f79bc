import { right } from '@dossier/contract/core/rights';
import type { Context } from '../../../platform/context.ts';
import { type AuthorisedRevision, previewTicket, requireContentUse } from '../../documents/file-tickets.ts';
import { documentsNamed } from '../../documents/walk-tree.ts';

const subtitleTypes: ReadonlySet<string> = new Set(['srt', 'vtt']);
const maxSubtitles = 20;

/** Common names of subtitle languages that are no BCP 47 tags. */
const languageTags: Record<string, string> = {
  chs: 'zh-Hans',
  sc: 'zh-Hans',
  cht: 'zh-Hant',
  tc: 'zh-Hant',
  cn: 'zh-CN',
  tw: 'zh-TW',
  hk: 'zh-HK',
  chi: 'zh',
  zho: 'zh',
  jp: 'ja',
  jpn: 'ja',
  kr: 'ko',
  eng: 'en',
  spa: 'es',
};

export const isSubtitles = (ext: string): boolean => subtitleTypes.has(ext);

/** The subtitles in the folder of a video with its name, those that the caller may read, each with a URL. */
export async function findSubtitles(
  ctx: Context,
  authorised: AuthorisedRevision,
): Promise<{ url: string; lang?: string; suffix: string }[]> {
  // a file in an archive has no sibling documents
  if (authorised.entry !== undefined) return [];
  const stem = authorised.item.name.slice(0, -(authorised.item.ext.length + 1));
  const beside = await documentsNamed(ctx, authorised.item.parent_id, `${stem}.`);
  const found = beside.filter(({ item, bits }) => subtitleTypes.has(item.ext) && (bits & right.read) !== 0).slice(0, maxSubtitles);
  return Promise.all(
    found.map(async ({ item }) => {
      const suffix = item.name.slice(stem.length + 1, -(item.ext.length + 1));
      const lang = langOf(suffix);
      const token = previewTicket(ctx, await requireContentUse(ctx, 'view', { id: String(item.id) }), 'view');
      return { url: `/look/subtitles/${token}`, suffix, ...(lang !== undefined && { lang }) };
    }),
  );
}

/** The language tag of a name: `zh`, `zh-CN`, `chs`. */
function langOf(suffix: string): string | undefined {
  const word = suffix.toLowerCase().replaceAll('_', '-');
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})?$/.test(word)) return undefined;
  return Object.hasOwn(languageTags, word) ? languageTags[word] : Intl.getCanonicalLocales(word)[0];
}

const mostCues = 20_000;
const longestLine = 500;

const clock = /(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})/;
const timing = new RegExp(`^\\s*${clock.source}\\s*-->\\s*${clock.source}`);

interface Cue {
  from: string;
  to: string;
  lines: string[];
}

/** SubRip or WebVTT as plain WebVTT: times and text; of the markup only bold, italic and underline stay. */
export function toWebVtt(text: string): string {
  const cues: Cue[] = [];
  let open: Cue | undefined;
  const isVtt = /^\uFEFF?WEBVTT/.test(text);
  for (const given of text.split(/\r\n|\n|\r/)) {
    const line = given.slice(0, longestLine);
    const found = timing.exec(line);
    if (found !== null) {
      if (cues.length === mostCues) break;
      // a number directly above the times is the number of the cue
      if (open !== undefined && /^\d+$/.test(open.lines.at(-1) ?? '')) open.lines.pop();
      open = { from: timeOf(found.slice(1, 5)), to: timeOf(found.slice(5, 9)), lines: [] };
      cues.push(open);
    } else if (line.trim() === '') open = undefined;
    else open?.lines.push(line);
  }
  const blocks = cues.map(({ from, to, lines }) => `${from} --> ${to}\n${lines.map((line) => plainLine(line, isVtt)).join('\n')}\n`);
  return `WEBVTT\n\n${blocks.join('\n')}`;
}

function timeOf([hours = '0', minutes = '0', seconds = '0', part = '0']: (string | undefined)[]): string {
  const two = (digits: string): string => digits.padStart(2, '0');
  return `${two(hours)}:${two(minutes)}:${two(seconds)}.${part.padEnd(3, '0')}`;
}

function plainLine(line: string, isVtt: boolean): string {
  const bare = line.replaceAll(/\{\\[^}]{0,200}\}/g, '').replaceAll(/<(?!\/?[biu]>)[^<>]{0,200}>/gi, '');
  const escaped = isVtt ? bare : bare.replaceAll('&', '&amp;');
  return escaped.replaceAll(/<(?!\/?[biu]>)/gi, '&lt;').replaceAll('-->', '--&gt;');
}
