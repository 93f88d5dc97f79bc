import type { Services } from '../../platform/context.ts';
import { yieldToEventLoop } from '../../platform/jobs/yield-to-event-loop.ts';
import { activeSessionsAmong, type ListeningSession } from '../identity/authentication.ts';
import { type LiveEvent, streamHubOf } from './live/live-stream.ts';

/** Whether anybody listens to the live stream of this process. */
export const hasListeners = (services: Services): boolean => streamHubOf(services).people.size > 0;

/**
 * Tells everybody who listens to the live stream of this process what `dataFor` answers for their session. Sessions that have ended are told nothing.
 */
export async function tellListeners(
  services: Services,
  event: LiveEvent,
  dataFor: (session: ListeningSession) => Promise<readonly object[]>,
): Promise<void> {
  const streams = Map.groupBy(streamHubOf(services).all(), (stream) => stream.sessionId);
  if (streams.size === 0) return;
  const yieldIfDue = yieldToEventLoop();
  for (const session of await activeSessionsAmong(services, [...streams.keys()])) {
    await yieldIfDue();
    for (const data of await dataFor(session)) for (const stream of streams.get(session.id) ?? []) stream.send(event, data);
  }
}
