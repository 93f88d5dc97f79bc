import { msgType } from '@dossier/contract/notifications/messages';
import { flowObjectType } from '@dossier/contract/workflows/flow-shapes';
import { textOf } from '../../platform/text/texts.ts';
import type { EmailSubject, EmailSubjects } from '../notifications/email-subjects.ts';
import { makeLinks } from './emails/email-decisions.ts';
import { flowsOfLines } from './emails/email-links.queries.ts';
import { representedPeople, visibleFlowIds } from './flow-access.ts';
import { waitingTasksAmong } from './flows/flows.queries.ts';
import type { TemplateStep } from './templates/flow-plan.ts';

/** Types of lines that ask for a decision: without need once it is made. */
const asking: ReadonlySet<number> = new Set([msgType.flowWaiting, msgType.flowUrged, msgType.flowDue, msgType.flowEscalated]);

const isStepToSign = (steps: string | null, step: number): boolean =>
  steps !== null && (JSON.parse(steps) as TemplateStep[])[step]?.signs === true;

/**
 * Lines about flows: told to those who may see the flow, and what asks for a decision while it waits for the reader, with links to approve and to reject
 * where the template allows that. Each email has links of its own.
 */
export const flowsInEmails: EmailSubjects = {
  covers: ({ objType }) => objType === flowObjectType,
  async find(ctx, lines, withActions) {
    const ids = [...new Set(lines.map(({ objId }) => objId))];
    const seen = await visibleFlowIds(ctx, ids);
    const people = await representedPeople(ctx);
    const tasks = await waitingTasksAmong(ctx.db, ids, people);
    const waiting = new Map(
      // of several tasks the own one, and the first, comes last
      tasks
        .toReversed()
        .toSorted((a, b) => people.indexOf(b.person_id) - people.indexOf(a.person_id))
        .map((task) => [task.flow_id, task]),
    );
    const flows = new Map((await flowsOfLines(ctx.db, [...seen])).map((row) => [row.id, row]));
    const told = lines.filter(({ type, objId }) => seen.has(objId) && (!asking.has(type) || waiting.has(objId)));
    const toDecide = [...new Set(told.filter(({ type }) => asking.has(type)).map(({ objId }) => objId))].flatMap((id) => {
      const [flow, task] = [flows.get(id), waiting.get(id)];
      if (!withActions || flow === undefined || task === undefined || flow.email_decisions === 'off' || isStepToSign(flow.steps, task.step))
        return [];
      return [{ flowId: id, positionId: task.position_id }];
    });
    const { services, now, user } = ctx;
    const tokens =
      toDecide.length === 0
        ? new Map<number, string>()
        : await services.database.write((db) => makeLinks(db, toDecide, { personId: user.id, now }));
    const words = textOf(user.lang, 'emails');
    const found = new Map<number, EmailSubject>();
    for (const { id, type, objId } of told) {
      const name = flows.get(objId)?.title ?? '';
      const token = asking.has(type) ? tokens.get(objId) : undefined;
      const list = asking.has(type) ? 'waittodo' : 'finshFlow';
      const actions =
        token === undefined
          ? []
          : [
              { label: words('action_approve'), path: `/flow/email?token=${token}` },
              { label: words('action_reject'), path: `/flow/email?token=${token}&decision=veto` },
            ];
      found.set(id, { name, path: `/flow/index/${list}?flowId=${objId}`, actions });
    }
    return found;
  },
};
