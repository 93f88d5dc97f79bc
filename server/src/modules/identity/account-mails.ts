import type { Lang } from '@dossier/contract/core/shapes';
import { textOf } from '../../platform/text/texts.ts';
import { deviceLabel } from '../../platform/http/user-agent.ts';
import type { QueuedMail } from '../../platform/mail/outgoing-mail.ts';
import { type Purpose, codeLifeMs } from './verification-codes.ts';

/** To whom a letter goes, in which language, by which name. */
interface Recipient {
  to: string;
  lang: Lang;
  name: string;
}

function composeMail(
  reader: Recipient,
  kind: Purpose | 'newDevice' | 'mailChanged' | 'passkeyAdded' | 'passkeyRemoved' | 'passkeysReset' | 'tied' | 'unbound',
  values: Record<string, string>,
): Pick<QueuedMail, 'to' | 'subject' | 'text'> {
  const words = textOf(reader.lang, 'identity.mails');
  const all = { ...values, name: reader.name };
  const text = `${words('hello', all)}\n\n${words(`${kind}Text`, all)}\n`;
  return { to: reader.to, subject: words(`${kind}Subject`, all), text };
}

/** A letter with a code; after the life of the code it is not sent any more. */
export const codeMail = (reader: Recipient, { purpose, code, now }: { purpose: Purpose; code: string; now: number }): QueuedMail => ({
  ...composeMail(reader, purpose, { code }),
  until: now + codeLifeMs,
  at: now,
});

/** A letter about a sign-in from a device that was not seen before. */
export const newDeviceMail = (
  reader: Recipient,
  { at, address, ...agent }: { browser: string; system: string; address: string; at: number },
): QueuedMail => {
  const device = deviceLabel(textOf(reader.lang, 'identity.mails')('program'), agent);
  return { ...composeMail(reader, 'newDevice', { device, address, time: new Date(at).toISOString().slice(0, 16).replace('T', ' ') }), at };
};

/** A letter to the address that a person had before. */
export const addressChangedMail = (reader: Recipient, { mail, now }: { mail: string; now: number }): QueuedMail => ({
  ...composeMail(reader, 'mailChanged', { mail }),
  at: now,
});

/** A letter about a passkey that came or went. */
export const passkeyMail = (
  reader: Recipient,
  { kind, passkey, now }: { kind: 'passkeyAdded' | 'passkeyRemoved'; passkey: string; now: number },
): QueuedMail => ({ ...composeMail(reader, kind, { passkey }), at: now });

/** A letter about passkeys that went with the password before. */
export const passkeysResetMail = (reader: Recipient, at: number): QueuedMail => ({ ...composeMail(reader, 'passkeysReset', {}), at });

/** A letter about an account elsewhere that signs a person in from now on, or no longer. */
export const linkedAccountMail = (
  reader: Recipient,
  { kind, where, shown, now }: { kind: 'tied' | 'unbound'; where: string; shown: string; now: number },
): QueuedMail => ({ ...composeMail(reader, kind, { where, shown }), at: now });

/** An address of which only the first letter and the host are told. */
export const maskMailAddress = (mail: string): string => `${[...mail][0] ?? ''}***${mail.slice(mail.lastIndexOf('@'))}`;
