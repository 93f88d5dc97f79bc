import { codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { Refusal } from '../../ground/refusal.ts';
import type { Named } from './named.ts';
import type { Step } from './steps.ts';
import { templateById, type TemplateRow, versionOf } from './template-queries.ts';

/** A template of the caller's organisation, or 5309. */
export async function needTemplate(ctx: Ctx, id: string | number): Promise<TemplateRow> {
  const template = await templateById(ctx.db, Number(id), ctx.user.organisationId);
  if (template === undefined) throw new Refusal(codes.flowTemplateMissing);
  return template;
}

/** Whether somebody may begin a flow with a template: everybody of the organisation where nobody is named, else who is named, by themselves or by where they belong. */
export function mayStart({ user }: Ctx, template: Pick<TemplateRow, 'starters' | 'enabled'>): boolean {
  if (template.enabled !== 1) return false;
  const starters = JSON.parse(template.starters) as Named[];
  const { principals } = user;
  const held: Record<Named['type'], readonly number[]> = {
    user: [user.id],
    group: principals.groups,
    department: principals.departments,
    organisation: [principals.organisationId],
    role: principals.roles,
  };
  // a guest begins what they are named for
  if (starters.length === 0) return principals.organisationId === user.organisationId;
  return starters.some(({ type, id }) => held[type].includes(id));
}

/** A template that the caller may begin a flow with; another one is as missing as one that never was. */
export async function needStartable(ctx: Ctx, id: string): Promise<TemplateRow> {
  const template = await needTemplate(ctx, id);
  if (!mayStart(ctx, template)) throw new Refusal(codes.flowTemplateMissing);
  return template;
}

/** The steps of one version of a template. */
export const stepsOf = async (db: Db, flow: { template_id: number; template_version: number }): Promise<Step[]> =>
  JSON.parse((await versionOf(db, flow.template_id, flow.template_version)).steps) as Step[];
