import { objType } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { nameKey } from '../../ground/text/names.ts';
import { childrenNamed } from './list-queries.ts';
import { findVisible, type Held } from './need-items.ts';

const most = 100;

/** Documents of a folder whose names begin so, those that the caller sees. */
export async function documentsNamed(ctx: Ctx, parentId: number, beginning: string): Promise<Held[]> {
  const from = nameKey(beginning);
  // the next sign after the last one: all that begins so stands before it
  const to = from.slice(0, -1) + String.fromCodePoint((from.codePointAt(from.length - 1) ?? 0) + 1);
  const rows = await childrenNamed(ctx.db, { parent: parentId, from, to, kind: objType.document, limit: most });
  return findVisible(
    ctx,
    rows.map((row) => row.id),
  );
}
