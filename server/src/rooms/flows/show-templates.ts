import type { flowTemplates } from '@dossier/contract/flow-templates';
import type { FlowKind } from '@dossier/contract/flow-shapes';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { findVisible } from '../library/need-items.ts';
import { personNames } from '../people/person-names.ts';
import { type Named, showGrantees, showSteps } from './named.ts';
import { needTemplate, stepsOf } from './need-template.ts';
import type { Step } from './steps.ts';
import { historyOf, pageOfTemplates, versionOf, versionsOf } from './template-queries.ts';

/** How many steps each of some templates has in its newest version. */
export async function stepCounts(ctx: Ctx, templates: readonly { id: number; version: number }[]): Promise<(id: number) => number> {
  const rows = await versionsOf(
    ctx.db,
    templates.map((one) => one.id),
  );
  const newest = new Map(templates.map((one) => [one.id, one.version]));
  const found = rows.filter((row) => newest.get(row.template_id) === row.version);
  const counts = new Map(found.map((row) => [row.template_id, (JSON.parse(row.steps) as Step[]).length]));
  return (id) => counts.get(id) ?? 0;
}

/** The templates of flows of the organisation. */
export async function listTemplates(
  ctx: Ctx,
  { pageNo, pageSize, keyword }: ParsedOf<typeof flowTemplates.list>,
): Promise<OutputOf<typeof flowTemplates.list>> {
  const asked = { organisationId: ctx.user.organisationId, keyword };
  const { rows, total } = await pageOfTemplates(ctx.db, asked, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const nameOf = await personNames(
    ctx,
    rows.map((row) => row.updater_id),
  );
  const stepsIn = await stepCounts(ctx, rows);
  const list = rows.map((row) => ({
    id: String(row.id),
    flowKind: row.kind as FlowKind,
    name: row.name,
    description: row.description,
    enabled: row.enabled === 1,
    version: row.version,
    steps: stepsIn(row.id),
    running: row.running,
    updateTime: isoTime(row.updated_at),
    updaterName: nameOf(row.updater_id),
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

/** The publishing cabinet that a template feeds; its name for who sees it. */
async function shownCabinet(ctx: Ctx, template: { id: number; version: number }) {
  const { cabinet_id: id } = await versionOf(ctx.db, template.id, template.version);
  if (id === 0) return {};
  const [held] = await findVisible(ctx, [id]);
  return { cabinet: { id: String(id), name: held?.item.name ?? '' } };
}

/** A template with its steps. */
export async function showTemplate(ctx: Ctx, { id }: ParsedOf<typeof flowTemplates.show>): Promise<OutputOf<typeof flowTemplates.show>> {
  const template = await needTemplate(ctx, id);
  const steps = await stepsOf(ctx.db, { template_id: template.id, template_version: template.version });
  const versions = await historyOf(ctx.db, template.id);
  const nameOf = await personNames(
    ctx,
    versions.map((row) => row.creator_id),
  );
  return {
    id: String(template.id),
    flowKind: template.kind as FlowKind,
    name: template.name,
    description: template.description,
    enabled: template.enabled === 1,
    version: template.version,
    steps: await showSteps(ctx, steps),
    ...(await shownCabinet(ctx, template)),
    starters: await showGrantees(ctx, JSON.parse(template.starters) as Named[]),
    versions: versions.map((row) => ({
      version: row.version,
      time: isoTime(row.created_at),
      creatorName: nameOf(row.creator_id),
      running: row.running,
    })),
  };
}
