import type { Lang } from '@dossier/contract/shapes';
import type { Listener } from '../../ground/outbox.ts';
import { tell } from '../messages/tell.ts';
import { findPerson } from '../people/people.ts';
import { tieLetter } from '../session/letters.ts';
import { mailIsOn, postLetter } from '../site/mail.ts';

/** Tells a person that an account elsewhere signs them in no longer. */
export const untiedNotice: Listener = {
  name: 'account.untied',
  events: ['identity.untied'],
  async batch(db, happenings) {
    for (const { data, at } of happenings) {
      const { personId, where } = data as { personId: number; where: string };
      await tell(db, { kind: 'untied', facts: { where }, personId, at });
    }
  },
};

/** Tells a person of an account elsewhere that signs them in from now on, or no longer: by a message, and by mail where that is possible. */
export const tieNotice: Listener = {
  name: 'account.tied',
  events: ['identity.tied', 'identity.unbound'],
  async batch(db, happenings) {
    for (const { event, data, at } of happenings) {
      const kind = event === 'identity.tied' ? 'tied' : 'unbound';
      const { personId, where, shown = '' } = data as { personId: number; where: string; shown?: string };
      await tell(db, { ...(kind === 'tied' ? { kind, facts: { where, shown } } : { kind, facts: { where } }), personId, at });
      const person = await findPerson(db, personId);
      if (!person?.mail || !(await mailIsOn(db))) continue;
      const reader = { to: person.mail, lang: person.lang as Lang, name: person.full_name };
      await postLetter(db, tieLetter(reader, { kind, where, shown, now: at }));
    }
  },
};
