import type { Lang } from '@dossier/contract/core/shapes';
import { type Subscriber, subscribe } from '../../platform/events/outbox.ts';
import { parseUserAgent } from '../../platform/http/user-agent.ts';
import { mailIsOn, queueMail } from '../../platform/mail/outgoing-mail.ts';
import { linkedAccountMail, newDeviceMail, passkeyMail, passkeysResetMail } from '../identity/account-mails.ts';
import {
  identityTied,
  identityUnbound,
  identityUntied,
  passkeyAdded,
  passkeyRemoved,
  passkeysReset,
  sessionEnded,
  sessionNewDevice,
} from '../identity/events.ts';
import { findPerson } from '../identity/users.ts';
import { notify } from './notify.ts';

/** Tells a person of a sign-in from a device that was not seen before: by a message, and by mail where that is possible. */
const newDeviceNotice = subscribe(sessionNewDevice, {
  name: 'account.newDevice',
  async batch(db, happenings) {
    for (const { data, at } of happenings) {
      const { personId, agent, address } = data;
      const where = { ...parseUserAgent(agent), address };
      await notify(db, { kind: 'newDevice', facts: where, personId, at });
      const person = await findPerson(db, personId);
      if (!person?.mail || !(await mailIsOn(db))) continue;
      await queueMail(db, newDeviceMail({ to: person.mail, lang: person.lang as Lang, name: person.full_name }, { ...where, at }));
    }
  },
});

/** Tells a person that an account elsewhere signs them in no longer. */
const unlinkedAccountNotice = subscribe(identityUntied, {
  name: 'account.untied',
  async batch(db, happenings) {
    for (const { data, at } of happenings) {
      const { personId, where } = data;
      await notify(db, { kind: 'untied', facts: { where }, personId, at });
    }
  },
});

/** Tells a person of an account elsewhere that signs them in from now on, or no longer: by a message, and by mail where that is possible. */
const linkedAccountNotice = subscribe([identityTied, identityUnbound], {
  name: 'account.tied',
  async batch(db, happenings) {
    for (const { event, data, at } of happenings) {
      const kind = event === 'identity.tied' ? 'tied' : 'unbound';
      const { personId, where } = data;
      const shown = 'shown' in data ? data.shown : '';
      await notify(db, { ...(kind === 'tied' ? { kind, facts: { where, shown } } : { kind, facts: { where } }), personId, at });
      const person = await findPerson(db, personId);
      if (!person?.mail || !(await mailIsOn(db))) continue;
      const reader = { to: person.mail, lang: person.lang as Lang, name: person.full_name };
      await queueMail(db, linkedAccountMail(reader, { kind, where, shown, now: at }));
    }
  },
});

/** Tells a person of sessions that an administrator ended. */
const sessionEndedNotice = subscribe(sessionEnded, {
  name: 'account.ended',
  async batch(db, happenings) {
    for (const { data, personId: by, at } of happenings) {
      const { objId, before } = data as { objId: number; before: { sessions: number; devices: string } };
      if (by === objId || before.sessions === 0) continue;
      await notify(db, { kind: 'sessionEnded', facts: { devices: before.devices }, personId: objId, at });
    }
  },
});

/** Tells a person that a passkey of theirs was added or removed: by a message, and by mail where that is possible. */
const passkeyNotice = subscribe([passkeyAdded, passkeyRemoved], {
  name: 'account.passkeys',
  async batch(db, events) {
    for (const { event, data, at } of events) {
      const { personId, passkey } = data;
      const kind = event === 'passkey.added' ? 'passkeyAdded' : 'passkeyRemoved';
      await notify(db, { kind, facts: { passkey }, personId, at });
      const person = await findPerson(db, personId);
      if (!person?.mail || !(await mailIsOn(db))) continue;
      const reader = { to: person.mail, lang: person.lang as Lang, name: person.full_name };
      await queueMail(db, passkeyMail(reader, { kind, passkey, now: at }));
    }
  },
});

/** Tells a person that their passkeys went with the password before. */
const passkeysResetNotice = subscribe(passkeysReset, {
  name: 'account.passkeysReset',
  async batch(db, happenings) {
    for (const { data, at } of happenings) {
      const { personId } = data;
      await notify(db, { kind: 'passkeysReset', facts: {}, personId, at });
      const person = await findPerson(db, personId);
      if (!person?.mail || !(await mailIsOn(db))) continue;
      await queueMail(db, passkeysResetMail({ to: person.mail, lang: person.lang as Lang, name: person.full_name }, at));
    }
  },
});

/** Notices of what happens to the account of a person. */
export const accountSubscribers: Subscriber[] = [
  newDeviceNotice,
  linkedAccountNotice,
  unlinkedAccountNotice,
  sessionEndedNotice,
  passkeyNotice,
  passkeysResetNotice,
];
