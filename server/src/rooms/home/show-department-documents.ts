import type { home } from '@dossier/contract/home';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { accessOf } from '../permissions/access.ts';
import { countDepartmentDocuments, departmentDocuments } from './queries.ts';
import { entries } from './show-panels.ts';

type Call = typeof home.departmentDocs;

/** The newest documents of the caller's departments that the caller sees; a department may have many, so the long reader looks. */
export async function showDepartmentDocuments(ctx: Ctx, { pageNo, pageSize }: ParsedOf<Call>): Promise<OutputOf<Call>> {
  const access = await accessOf(ctx);
  const asked = { personId: ctx.user.id, organisationId: ctx.user.organisationId, acls: access.visible };
  const { long } = ctx.house.database;
  const rows = await departmentDocuments(long, asked, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const held = rows.map((item) => ({ item, bits: access.bits(item.acl_id) }));
  const { list } = await entries(ctx, held, ({ item }) => ({ time: isoTime(item.created_at) }));
  return { list, pageNo, pageSize, totalNumber: await countDepartmentDocuments(long, asked) };
}
