import type { FlowKind } from '@dossier/contract/flow-shapes';
import type { flows } from '@dossier/contract/flows';
import { right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { findVisible, needItems, needPlace } from '../library/need-items.ts';
import { approversOf, type Subject } from './approvers.ts';
import { departmentOf } from './department-of.ts';
import { mayStart, needStartable, stepsOf } from './need-template.ts';
import { namesOf } from './note-event.ts';
import { stepCounts } from './show-templates.ts';
import { managersAmong } from './subject-of.ts';
import { enabledTemplates, versionOf } from './template-queries.ts';

const mostNamed = 10;

/** The templates that the caller may begin a flow with. */
export async function listChoices(ctx: Ctx, { flowKind }: ParsedOf<typeof flows.choices>): Promise<OutputOf<typeof flows.choices>> {
  const all = (await enabledTemplates(ctx.db, ctx.user.organisationId)).filter(
    (one) => mayStart(ctx, one) && (flowKind === undefined || one.kind === flowKind),
  );
  const stepsIn = await stepCounts(ctx, all);
  const list = all.map(({ id, kind, name, description }) => ({
    id: String(id),
    flowKind: kind as FlowKind,
    name,
    description,
    steps: stepsIn(id),
  }));
  return { list };
}

/** Whom each step would wait for, were the flow begun now. */
export async function foreseeFlow(ctx: Ctx, input: ParsedOf<typeof flows.foresee>): Promise<OutputOf<typeof flows.foresee>> {
  const template = await needStartable(ctx, input.templateId);
  const ids = [...new Set(input.docIds ?? [])].slice(0, 15);
  await needItems(ctx, right.visible, ids);
  const target = input.targetId === undefined ? [] : [(await needPlace(ctx, right.visible, input.targetId)).item.id];
  const managed = template.kind === 'upload' ? target : ids.map(Number);
  const steps = await stepsOf(ctx.db, { template_id: template.id, template_version: template.version });
  const department = await departmentOf(ctx);
  const organisationId = ctx.user.organisationId;
  const subject: Subject = {
    organisation_id: organisationId,
    applicant_id: ctx.user.id,
    department_id: department.id,
    chosen: [],
    managers: () => managersAmong(ctx, organisationId, managed),
  };
  const shown = [];
  for (const [at, { approvers, name, rule, percent, days }] of steps.entries()) {
    const isChosen = approvers.some((one) => one.kind === 'chosen');
    const awaits = approvers.some((one) => one.kind === 'manager') && managed.length === 0;
    const found =
      awaits || approvers.every((one) => one.kind === 'chosen')
        ? []
        : (await approversOf(ctx, subject, { step: { name, approvers, rule }, at })).people;
    const nameOf = await namesOf(ctx, organisationId, found.slice(0, mostNamed));
    const people = found.slice(0, mostNamed).map(nameOf);
    const terms = { ...(percent !== undefined && { percent }), ...(days !== undefined && { days }) };
    shown.push({ name, rule, ...terms, isChosen, people, more: Math.max(0, found.length - mostNamed) });
  }
  const { id, kind, name, description } = template;
  const { cabinet_id: cabinet } = await versionOf(ctx.db, template.id, template.version);
  const sees = cabinet !== 0 && (await findVisible(ctx, [cabinet])).length > 0;
  return {
    id: String(id),
    flowKind: kind as FlowKind,
    name,
    description,
    departmentName: department.name,
    ...(sees && { cabinetId: String(cabinet) }),
    steps: shown,
  };
}
