import { z } from 'zod';
import { event, objectShape } from '../../platform/events/event.ts';

export const messagesChanged = event('messages.changed', z.strictObject({ personId: z.number() }));
/** A user chose which notifications to get by email, or unsubscribed from an email; the object is the user. */
export const emailChoicesChanged = event('emails.choicesChanged', objectShape);
/** A user subscribed a browser to notifications, or ended that; the object is the user. */
export const pushDeviceChanged = event('push.deviceChanged', objectShape);
