import type { Lang } from '@dossier/contract/core/shapes';
import { subscribe, type Subscriber } from '../../platform/events/outbox.ts';
import { parseUserAgent } from '../../platform/http/user-agent.ts';
import { mailIsOn, queueMail } from '../../platform/mail/outgoing-mail.ts';
import { settingsOf } from '../../platform/settings/settings.ts';
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
  spaceJoined,
  spaceLeft,
  viewEnded,
} from '../identity/events.ts';
import { findPerson } from '../identity/users.ts';
import { notify } from './notify.ts';

/** Notifies users that an organisation added them as guests, or ended that. */
const guestNotices = subscribe([spaceJoined, spaceLeft], {
  name: 'messages.guests',
  async batch(db, events) {
    for (const { event, data, personName, at } of events) {
      const { objId, spaceName } = data;
      const kind = event === 'space.joined' ? 'spaceJoined' : 'spaceLeft';
      await notify(db, { kind, facts: { byName: personName }, personId: objId, name: spaceName, at });
    }
  },
});

/** Notifies users that an administrator viewed as them, after it ended; unless the site switched that off. */
const viewNotices = subscribe(viewEnded, {
  name: 'messages.views',
  async batch(db, events) {
    if (!(await settingsOf(db, 'signIn')).viewNotice) return;
    for (const { data, personName, at } of events) {
      const { objId, spaceId, minutes } = data;
      // the user was removed meanwhile
      if ((await findPerson(db, objId)) === undefined) continue;
      await notify(db, { kind: 'viewedAs', facts: { byName: personName, minutes }, personId: objId, spaceId, at });
    }
  },
});

/** Notifies a user of a sign-in from an unknown device: by message, and by mail where possible. */
const newDeviceNotice = subscribe(sessionNewDevice, {
  name: 'account.newDevice',
  async batch(db, delivered) {
    for (const { data, at } of delivered) {
      const { personId, agent, address } = data;
      const where = { ...parseUserAgent(agent), address };
      await notify(db, { kind: 'newDevice', facts: where, personId, at });
      const person = await findPerson(db, personId);
      if (!person?.mail || !(await mailIsOn(db))) continue;
      await queueMail(db, newDeviceMail({ to: person.mail, lang: person.lang as Lang, name: person.full_name }, { ...where, at }));
    }
  },
});

/** Notifies a user that an external account was unlinked. */
const unlinkedAccountNotice = subscribe(identityUntied, {
  name: 'account.untied',
  async batch(db, delivered) {
    for (const { data, at } of delivered) {
      const { personId, where } = data;
      await notify(db, { kind: 'untied', facts: { where }, personId, at });
    }
  },
});

/** Notifies a user that an external account was linked or unlinked: by message, and by mail where possible. */
const linkedAccountNotice = subscribe([identityTied, identityUnbound], {
  name: 'account.tied',
  async batch(db, delivered) {
    for (const { event, data, at } of delivered) {
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

/** Notifies a user of sessions that an administrator ended. */
const sessionEndedNotice = subscribe(sessionEnded, {
  name: 'account.ended',
  async batch(db, delivered) {
    for (const { data, personId: by, at } of delivered) {
      const { objId, before } = data as { objId: number; before: { sessions: number; devices: string } };
      if (by === objId || before.sessions === 0) continue;
      await notify(db, { kind: 'sessionEnded', facts: { devices: before.devices }, personId: objId, at });
    }
  },
});

/** Notifies a user that a passkey was added or removed: by message, and by mail where possible. */
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

/** Notifies a user that a password reset removed their passkeys. */
const passkeysResetNotice = subscribe(passkeysReset, {
  name: 'account.passkeysReset',
  async batch(db, delivered) {
    for (const { data, at } of delivered) {
      const { personId } = data;
      await notify(db, { kind: 'passkeysReset', facts: {}, personId, at });
      const person = await findPerson(db, personId);
      if (!person?.mail || !(await mailIsOn(db))) continue;
      await queueMail(db, passkeysResetMail({ to: person.mail, lang: person.lang as Lang, name: person.full_name }, at));
    }
  },
});

/** Notifications about a user's account. */
export const accountSubscribers: Subscriber[] = [
  newDeviceNotice,
  linkedAccountNotice,
  unlinkedAccountNotice,
  sessionEndedNotice,
  passkeyNotice,
  passkeysResetNotice,
  guestNotices,
  viewNotices,
];
