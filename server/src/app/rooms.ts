import type { Served, ServedFile } from '../ground/http/serve.ts';
import type { Listener } from '../ground/outbox.ts';
import { messageFiles, messageListeners, messageRoutes } from '../rooms/messages/routes.ts';
import { peopleRoutes } from '../rooms/people/routes.ts';
import { sessionRoutes } from '../rooms/session/routes.ts';

/** Every call of every room. */
export const served: Served[] = [...peopleRoutes, ...sessionRoutes, ...messageRoutes];

/** Every address that answers bytes. */
export const files: ServedFile[] = [...messageFiles];

/** Everyone who wants to hear what happens. */
export const listeners: Listener[] = [...messageListeners];
