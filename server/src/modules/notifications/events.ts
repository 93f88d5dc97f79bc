import { z } from 'zod';
import { event } from '../../platform/events/event.ts';

export const messagesChanged = event('messages.changed', z.strictObject({ personId: z.number() }));
