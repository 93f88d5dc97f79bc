import { right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { type HeldRevision, lookTicket, needUse } from '../content/file-ticket.ts';
import { documentsNamed } from '../library/documents-named.ts';

const kinds: ReadonlySet<string> = new Set(['srt', 'vtt']);
const most = 20;

/** Languages as people name their subtitles, where that is no tag. */
const tags: Record<string, string> = {
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

/** Whether this extension is one of subtitles. */
export const isSubtitles = (ext: string): boolean => kinds.has(ext);

/** The subtitles that lie beside a film under its name, those that the caller may read: each with an address of its own. */
export async function subtitlesBeside(ctx: Ctx, held: HeldRevision): Promise<{ url: string; lang?: string; suffix: string }[]> {
  // what lies in an archive has no neighbours in the folder
  if (held.entry !== undefined) return [];
  const stem = held.item.name.slice(0, -(held.item.ext.length + 1));
  const beside = await documentsNamed(ctx, held.item.parent_id, `${stem}.`);
  const found = beside.filter(({ item, bits }) => kinds.has(item.ext) && (bits & right.read) !== 0).slice(0, most);
  return Promise.all(
    found.map(async ({ item }) => {
      const suffix = item.name.slice(stem.length + 1, -(item.ext.length + 1));
      const lang = langOf(suffix);
      const look = lookTicket(ctx, await needUse(ctx, 'view', { id: String(item.id) }), 'view');
      return { url: `/look/subtitles/${look}`, suffix, ...(lang !== undefined && { lang }) };
    }),
  );
}

/** The language that a name tells: `zh`, `zh-CN`, `chs`. */
function langOf(suffix: string): string | undefined {
  const word = suffix.toLowerCase().replaceAll('_', '-');
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})?$/.test(word)) return undefined;
  return Object.hasOwn(tags, word) ? tags[word] : Intl.getCanonicalLocales(word)[0];
}
