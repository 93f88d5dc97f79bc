import { codes } from '@dossier/contract/core/codes';
import { maxRoomMessage } from '@dossier/contract/editing/editing';
import type { WebSocket } from 'ws';
import type { Services } from '../../../platform/context.ts';
import type { ServedSocket } from '../../../platform/http/sockets.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireSessionInSpace } from '../../identity/authentication.ts';
import { contextForPerson, runInTurnOf } from '../../identity/run-as.ts';
import { openRoomTicket, type RoomTicket } from '../sessions/edit-sessions.ts';
import { roomOf } from './open-room.ts';
import { roomBounds } from './room-bounds.ts';
import { identityOf, refuseFull, refuseSocket, visitorOf } from './room.ts';

/** The connection of an editor to its room; the ticket comes from `/edit/open`. */
export const roomSocket: ServedSocket = {
  path: '/edit/room',
  maxMessage: maxRoomMessage,
  async authorise(services, query) {
    const ticket = openRoomTicket(services, query.get('ticket') ?? '');
    if (ticket === undefined) throw new Refusal(codes.ticketInvalid);
    const { who } = ticket;
    if (who.sessionId !== undefined) await requireSessionInSpace(services, { session: who.sessionId, space: who.spaceId });
    // a link that ended since the ticket was made
    if (who.shareSessionId !== undefined) await contextForPerson(services, services.database.read, who);
    return (socket) => {
      // a message that comes before the room is ready would be lost
      socket.pause();
      runInTurnOf(who, () => enter(services, socket, ticket)).catch((error: unknown) => {
        if (!(error instanceof Refusal) && !services.stopping.aborted)
          services.log.error({ err: error }, 'an editing room was not entered');
        refuseSocket(socket, 1011);
      });
    };
  },
};

/** Enters the room of a ticket, if there is a place for one connection and one room more. */
async function enter(services: Services, socket: WebSocket, { who, lang, seesAfter, editSession, document }: RoomTicket): Promise<void> {
  const ctx = await contextForPerson(services, services.database.read, who);
  const visitor = visitorOf(ctx);
  const entrant = { identity: identityOf(who.personId, visitor), giver: visitor?.person_id };
  const leave = roomBounds(services).enter(entrant);
  if (leave !== undefined) {
    socket.on('close', leave);
    if (socket.readyState !== socket.OPEN) leave();
  }
  const room = leave && (await roomOf(services, { sessionId: editSession, documentId: document }, entrant));
  if (room === undefined) return refuseFull(socket, (visitor === undefined ? undefined : lang) ?? ctx.user.lang);
  return room.join(socket, { who, ...(lang !== undefined && { lang }), ...(seesAfter !== undefined && { seesAfter }) });
}
