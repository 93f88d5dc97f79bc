import type { Ctx } from '../../ground/ctx.ts';
import { snippet } from '../../ground/text/snippet.ts';
import type { Term } from '../../ground/text/tokens.ts';
import { textsOf, wholeText } from './hit-queries.ts';

/** Most texts are shorter, and most hits stand at the beginning: the rest of a long text is fetched only where it must be. */
const beginning = 40_000;

/** A piece of the text of each item with the words marked. Whoever asks has made sure that the caller may read the items. */
export async function snippetsOf(ctx: Ctx, ids: number[], terms: Term[]): Promise<Map<number, string>> {
  const { long } = ctx.house.database;
  const snippets = new Map<number, string>();
  if (ids.length === 0) return snippets;
  for (const row of await textsOf(long, ids, beginning)) {
    const first = snippet(row.body, terms);
    const further = !first.includes('<em>') && row.length > beginning;
    snippets.set(row.item_id, further ? snippet(await wholeText(long, row.item_id), terms) : first);
  }
  return snippets;
}
