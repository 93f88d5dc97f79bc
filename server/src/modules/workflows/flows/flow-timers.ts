import type { Db } from '../../../platform/db/database.ts';
import { deliverTo } from '../../../platform/events/outbox.queries.ts';
import { flowPositionDue } from '../events.ts';
import type { FlowRow } from './flows.queries.ts';

/** The name of the subscriber that moves flows on; its rows are written by this module alone. */
export const positionSubscriber = 'flows.positions';

/** Has a position looked at, at a time: a timer ends, a sub-flow is to begin or has ended. */
export const callPosition = (
  db: Db,
  flow: Pick<FlowRow, 'id' | 'title' | 'organisation_id'>,
  { positionId, at }: { positionId: number; at: number },
): Promise<void> =>
  deliverTo(db, positionSubscriber, {
    event: flowPositionDue,
    data: { objId: flow.id, objName: flow.title, spaceId: flow.organisation_id, positionId },
    at,
  });
