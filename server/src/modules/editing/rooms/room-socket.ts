import { codes } from '@dossier/contract/core/codes';
import { maxRoomMessage } from '@dossier/contract/editing/editing';
import type { ServedSocket } from '../../../platform/http/sockets.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireSessionInSpace } from '../../identity/authentication.ts';
import { contextForPerson, runInTurnOf } from '../../identity/run-as.ts';
import { openRoomTicket } from '../sessions/edit-sessions.ts';
import { roomOf } from './open-room.ts';
import { refuseSocket } from './room.ts';

/** The connection of an editor to its room; the ticket comes from `/edit/open`. */
export const roomSocket: ServedSocket = {
  path: '/edit/room',
  maxMessage: maxRoomMessage,
  async authorise(services, query) {
    const ticket = openRoomTicket(services, query.get('ticket') ?? '');
    if (ticket === undefined) throw new Refusal(codes.ticketInvalid);
    const { who, lang, editSession, document } = ticket;
    if (who.sessionId !== undefined) await requireSessionInSpace(services, { session: who.sessionId, space: who.spaceId });
    // a link that ended since the ticket was made
    if (who.shareSessionId !== undefined) await contextForPerson(services, services.database.read, who);
    return (socket) => {
      // a message that comes before the room is ready would be lost
      socket.pause();
      runInTurnOf(who, () => roomOf(services, { sessionId: editSession, documentId: document }))
        .then((room) => room.join(socket, { who, ...(lang !== undefined && { lang }) }))
        .catch((error: unknown) => {
          if (!(error instanceof Refusal) && !services.stopping.aborted)
            services.log.error({ err: error }, 'an editing room was not entered');
          refuseSocket(socket, 1011);
        });
    };
  },
};
