import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { templates } from '@dossier/contract/templates';
import type { Ctx } from '../../ground/ctx.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { personNames } from '../people/person-names.ts';
import { pageOfTemplates } from './queries.ts';

/** The folder templates of the organisation. */
export async function listTemplates(
  ctx: Ctx,
  { pageNo, pageSize, keyword }: ParsedOf<typeof templates.list>,
): Promise<OutputOf<typeof templates.list>> {
  const asked = { organisationId: ctx.user.organisationId, keyword };
  const { rows, total } = await pageOfTemplates(ctx.db, asked, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const nameOf = await personNames(
    ctx,
    rows.map((row) => row.updater_id),
  );
  const list = rows.map((row) => ({
    id: String(row.id),
    name: row.name,
    description: row.description,
    enabled: row.enabled === 1,
    folders: row.folders,
    rights: row.rights,
    updateTime: isoTime(row.updated_at),
    updaterName: nameOf(row.updater_id),
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}
