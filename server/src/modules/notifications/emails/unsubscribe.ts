import { codes } from '@dossier/contract/core/codes';
import type { Services } from '../../../platform/context.ts';
import type { ServedFile } from '../../../platform/http/serve.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findPerson } from '../../identity/users.ts';
import { emailChoicesChanged } from '../events.ts';
import { unsubscribe } from './email-choices.ts';

const purpose = 'emails.unsubscribe';
const path = '/msg/emails/unsubscribe';
/** Emails lie in mailboxes for long. */
const secondsValid = 180 * 24 * 3600;

interface Unsubscription {
  personId: number;
  kinds: readonly string[];
}

/** Where a mail program turns off the kinds of an email for its reader, from the root of the site. */
export const unsubscribeUrl = ({ tickets }: Services, facts: Unsubscription): string =>
  `${path}?ticket=${tickets.sign(purpose, { ...facts }, secondsValid)}`;

/** What a mail program posts when its reader unsubscribes (RFC 8058): without a session, and without cookies. */
const unsubscribeByPost: ServedFile = {
  method: 'POST',
  path,
  async handle(services, request, reply) {
    const { ticket } = request.query as { ticket?: unknown };
    const facts = typeof ticket === 'string' ? services.tickets.open<Unsubscription>(purpose, ticket) : undefined;
    if (facts === undefined) throw new Refusal(codes.ticketInvalid);
    await services.database.write(async (db) => {
      const person = await findPerson(db, facts.personId);
      if (person === undefined) return;
      await unsubscribe(db, person.id, facts.kinds);
      const actor = { id: person.id, name: person.full_name, address: request.ip, spaceId: person.organisation_id };
      const after = Object.fromEntries(facts.kinds.map((kind) => [kind, 'never']));
      const data = { objId: person.id, objName: person.full_name, after };
      await services.outbox.emit(db, actor, { event: emailChoicesChanged, data, at: services.now() });
    });
    services.outbox.wake();
    return reply.header('content-type', 'text/plain; charset=utf-8').send('OK\n');
  },
};

/** A reader who opens the address in a browser chooses on the page: mail scanners open it as well, so it changes nothing. */
const chooseInstead: ServedFile = {
  method: 'GET',
  path,
  handle: async (_services, _request, reply) => reply.redirect('/user-setting/notifications'),
};

export const unsubscribeFiles: ServedFile[] = [unsubscribeByPost, chooseInstead];
