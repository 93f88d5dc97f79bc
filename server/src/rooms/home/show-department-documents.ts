import type { home } from '@dossier/contract/home';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { documentsBy } from '../library/documents-by.ts';
import { colleaguesOf } from '../circles/colleagues.ts';
import { entries } from './show-panels.ts';

type Call = typeof home.departmentDocs;

/** The newest documents of the caller's departments that the caller sees. */
export async function showDepartmentDocuments(ctx: Ctx, page: ParsedOf<Call>): Promise<OutputOf<Call>> {
  const { held, total } = await documentsBy(ctx, await colleaguesOf(ctx.db, ctx.user), page);
  const { list } = await entries(ctx, held, ({ item }) => ({ time: isoTime(item.created_at) }));
  return { list, ...page, totalNumber: total };
}
