import type { Db } from '../../../platform/db/database.ts';
import { deliverTo } from '../../../platform/events/outbox.queries.ts';
import { flowPositionDue } from '../events.ts';
import type { FlowRow } from './flows.queries.ts';

/** The name of the subscriber that moves flows on; its rows are written by this module alone. */
export const positionSubscriber = 'flows.positions';

/**
 * Has a position looked at, at a time: a timer ends, a sub-flow is to begin or has ended. With `once` a row that waits for that already is enough: a sub-flow
 * that is tried again by hand and refused once more is not tried twice an hour from then on.
 */
export const callPosition = (
  db: Db,
  flow: Pick<FlowRow, 'id' | 'title' | 'organisation_id'>,
  { positionId, at, once }: { positionId: number; at: number; once?: true },
): Promise<void> =>
  deliverTo(db, positionSubscriber, {
    event: flowPositionDue,
    data: { objId: flow.id, objName: flow.title, spaceId: flow.organisation_id, positionId },
    at,
    ...(once && { dedupe: `position ${positionId}` }),
  });
