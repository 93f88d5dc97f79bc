import { z } from 'zod';
import { event } from '../../platform/events/event.ts';

export const textsQueued = event('texts.queued', z.strictObject({}));
export const textsRead = event('texts.read', z.strictObject({ ids: z.array(z.number()) }));
