import type { Flow, FlowKind, FlowStatus } from '@dossier/contract/flow-shapes';
import type { flows } from '@dossier/contract/flows';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { needDeed } from '../../ground/http/need-role.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { actingFor } from './acting-for.ts';
import type { FlowRow } from './flow-queries.ts';
import { countFlows, pageOfFlows, waitingAmong } from './list-queries.ts';
import type { Step } from './steps.ts';
import { versionsOf } from './template-queries.ts';

/** Flows as lists show them. */
export async function shownFlows(ctx: Ctx, rows: readonly FlowRow[]): Promise<Flow[]> {
  const versions = await versionsOf(ctx.db, [...new Set(rows.map((row) => row.template_id))]);
  const stepsOf = new Map(versions.map((row) => [`${row.template_id} ${row.version}`, JSON.parse(row.steps) as Step[]]));
  const ids = rows.map((row) => row.id);
  const people = await actingFor(ctx);
  const [mine, own] = [await waitingAmong(ctx.db, ids, people), await waitingAmong(ctx.db, ids, [ctx.user.id])];
  return rows.map((row) => {
    const steps = stepsOf.get(`${row.template_id} ${row.template_version}`) ?? [];
    const waits = row.state === 'waiting';
    return {
      id: String(row.id),
      number: row.number ?? '',
      flowKind: row.kind as FlowKind,
      title: row.title,
      urgency: row.urgency,
      status: row.state as FlowStatus,
      templateName: row.template_name,
      applicantName: row.applicant_name,
      departmentName: row.department_name,
      ...(waits && { stepName: steps[row.step]?.name ?? '' }),
      step: row.step,
      steps: steps.length,
      createTime: isoTime(row.created_at),
      ...(row.submitted_at > 0 && { submitTime: isoTime(row.submitted_at) }),
      ...(row.finished_at > 0 && { finishTime: isoTime(row.finished_at) }),
      ...(waits && row.due_at !== null && { dueTime: isoTime(row.due_at) }),
      ...(row.deadline !== null && { deadlineDate: isoTime(row.deadline) }),
      mine: waits && (row.applicant_id === ctx.user.id ? own : mine).has(row.id),
    };
  });
}

/** Flows that concern the caller; by office all of the organisation. */
export async function listFlows(ctx: Ctx, input: ParsedOf<typeof flows.list>): Promise<OutputOf<typeof flows.list>> {
  const { scope, flowKind, status, keyword, pageNo, pageSize } = input;
  if (scope === 'all') await needDeed(ctx, 'flows.see');
  const asked = {
    scope,
    organisationId: ctx.user.organisationId,
    personId: ctx.user.id,
    people: await actingFor(ctx),
    kind: flowKind,
    status,
    keyword,
  };
  const { rows, total } = await pageOfFlows(ctx.db, asked, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  return { list: await shownFlows(ctx, rows), pageNo, pageSize, totalNumber: total };
}

/** How many flows wait for the caller, and how many lie with them. */
export async function showCounts(ctx: Ctx): Promise<OutputOf<typeof flows.counts>> {
  return countFlows(ctx.db, { organisationId: ctx.user.organisationId, personId: ctx.user.id, people: await actingFor(ctx) });
}
