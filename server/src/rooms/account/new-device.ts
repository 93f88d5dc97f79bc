import type { Lang } from '@dossier/contract/shapes';
import type { Listener } from '../../ground/outbox.ts';
import { tell } from '../messages/tell.ts';
import { findPerson } from '../people/people.ts';
import { readAgent } from '../session/agent.ts';
import { newDeviceLetter } from '../session/letters.ts';
import { mailIsOn, postLetter } from '../site/mail.ts';

/** Tells a person of a sign-in from a device that was not seen before: by a message, and by mail where that is possible. */
export const newDeviceNotice: Listener = {
  name: 'account.newDevice',
  events: ['session.newDevice'],
  async batch(db, happenings) {
    for (const { data, at } of happenings) {
      const { personId, agent, address } = data as { personId: number; agent: string; address: string };
      const where = { ...readAgent(agent), address };
      await tell(db, { kind: 'newDevice', facts: where, personId, at });
      const person = await findPerson(db, personId);
      if (!person?.mail || !(await mailIsOn(db))) continue;
      await postLetter(db, newDeviceLetter({ to: person.mail, lang: person.lang as Lang, name: person.full_name }, { ...where, at }));
    }
  },
};
