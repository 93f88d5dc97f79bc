import { event, objectShape } from '../../platform/events/event.ts';

export const deviceCreated = event('device.created', objectShape);
export const deviceRemoved = event('device.removed', objectShape);
export const deviceClosed = event('device.closed', objectShape);
export const deviceOpened = event('device.opened', objectShape);
export const diskAllowed = event('disk.allowed', objectShape);
export const diskRefused = event('disk.refused', objectShape);
