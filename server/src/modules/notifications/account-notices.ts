import type { Lang } from '@dossier/contract/core/shapes';
import type { Subscriber } from '../../platform/events/outbox.ts';
import { parseUserAgent } from '../../platform/http/user-agent.ts';
import { mailIsOn, queueMail } from '../../platform/mail/outgoing-mail.ts';
import { linkedAccountMail, newDeviceMail, passkeyMail, passkeysResetMail } from '../identity/account-mails.ts';
import { findPerson } from '../identity/users.ts';
import { notify } from './notify.ts';

/** Tells a person of a sign-in from a device that was not seen before: by a message, and by mail where that is possible. */
const newDeviceNotice: Subscriber = {
  name: 'account.newDevice',
  events: ['session.newDevice'],
  async batch(db, happenings) {
    for (const { data, at } of happenings) {
      const { personId, agent, address } = data as { personId: number; agent: string; address: string };
      const where = { ...parseUserAgent(agent), address };
      await notify(db, { kind: 'newDevice', facts: where, personId, at });
      const person = await findPerson(db, personId);
      if (!person?.mail || !(await mailIsOn(db))) continue;
      await queueMail(db, newDeviceMail({ to: person.mail, lang: person.lang as Lang, name: person.full_name }, { ...where, at }));
    }
  },
};

/** Tells a person that an account elsewhere signs them in no longer. */
const unlinkedAccountNotice: Subscriber = {
  name: 'account.untied',
  events: ['identity.untied'],
  async batch(db, happenings) {
    for (const { data, at } of happenings) {
      const { personId, where } = data as { personId: number; where: string };
      await notify(db, { kind: 'untied', facts: { where }, personId, at });
    }
  },
};

/** Tells a person of an account elsewhere that signs them in from now on, or no longer: by a message, and by mail where that is possible. */
const linkedAccountNotice: Subscriber = {
  name: 'account.tied',
  events: ['identity.tied', 'identity.unbound'],
  async batch(db, happenings) {
    for (const { event, data, at } of happenings) {
      const kind = event === 'identity.tied' ? 'tied' : 'unbound';
      const { personId, where, shown = '' } = data as { personId: number; where: string; shown?: string };
      await notify(db, { ...(kind === 'tied' ? { kind, facts: { where, shown } } : { kind, facts: { where } }), personId, at });
      const person = await findPerson(db, personId);
      if (!person?.mail || !(await mailIsOn(db))) continue;
      const reader = { to: person.mail, lang: person.lang as Lang, name: person.full_name };
      await queueMail(db, linkedAccountMail(reader, { kind, where, shown, now: at }));
    }
  },
};

/** Tells a person of sessions that an administrator ended. */
const sessionEndedNotice: Subscriber = {
  name: 'account.ended',
  events: ['session.ended'],
  async batch(db, happenings) {
    for (const { data, personId: by, at } of happenings) {
      const { objId, before } = data as { objId: number; before: { sessions: number; devices: string } };
      if (by === objId || before.sessions === 0) continue;
      await notify(db, { kind: 'sessionEnded', facts: { devices: before.devices }, personId: objId, at });
    }
  },
};

/** Tells a person that a passkey of theirs was added or removed: by a message, and by mail where that is possible. */
const passkeyNotice: Subscriber = {
  name: 'account.passkeys',
  events: ['passkey.added', 'passkey.removed'],
  async batch(db, events) {
    for (const { event, data, at } of events) {
      const { personId, passkey } = data as { personId: number; passkey: string };
      const kind = event === 'passkey.added' ? 'passkeyAdded' : 'passkeyRemoved';
      await notify(db, { kind, facts: { passkey }, personId, at });
      const person = await findPerson(db, personId);
      if (!person?.mail || !(await mailIsOn(db))) continue;
      const reader = { to: person.mail, lang: person.lang as Lang, name: person.full_name };
      await queueMail(db, passkeyMail(reader, { kind, passkey, now: at }));
    }
  },
};

/** Tells a person that their passkeys went with the password before. */
const passkeysResetNotice: Subscriber = {
  name: 'account.passkeysReset',
  events: ['passkeys.reset'],
  async batch(db, happenings) {
    for (const { data, at } of happenings) {
      const { personId } = data as { personId: number };
      await notify(db, { kind: 'passkeysReset', facts: {}, personId, at });
      const person = await findPerson(db, personId);
      if (!person?.mail || !(await mailIsOn(db))) continue;
      await queueMail(db, passkeysResetMail({ to: person.mail, lang: person.lang as Lang, name: person.full_name }, at));
    }
  },
};

/** Notices of what happens to the account of a person. */
export const accountSubscribers: Subscriber[] = [
  newDeviceNotice,
  linkedAccountNotice,
  unlinkedAccountNotice,
  sessionEndedNotice,
  passkeyNotice,
  passkeysResetNotice,
];
