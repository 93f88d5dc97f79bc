import type { Lang } from '@dossier/contract/shapes';
import type { Posted } from '../site/mail.ts';
import { deviceText } from './agent.ts';
import { text as cn, type Texts } from './text/cn.ts';
import { text as en } from './text/en.ts';
import { text as es } from './text/es.ts';
import { text as ja } from './text/ja.ts';
import { codeLifeMs, type Purpose } from './validations.ts';

const texts: Record<Lang, Texts> = { cn, en, es, ja };

const filled = (sentence: string, values: Record<string, string>): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** To whom a letter goes, in which language, by which name. */
interface Reader {
  to: string;
  lang: Lang;
  name: string;
}

function letter(
  reader: Reader,
  kind: Purpose | 'newDevice' | 'mailChanged' | 'passkeyAdded' | 'passkeyRemoved' | 'passkeysReset' | 'tied' | 'unbound',
  values: Record<string, string>,
): Pick<Posted, 'to' | 'subject' | 'text'> {
  const words = texts[reader.lang];
  const all = { ...values, name: reader.name };
  const text = `${filled(words.hello, all)}\n\n${filled(words[`${kind}Text`], all)}\n`;
  return { to: reader.to, subject: filled(words[`${kind}Subject`], all), text };
}

/** A letter with a code; after the life of the code it is not sent any more. */
export const codeLetter = (reader: Reader, { purpose, code, now }: { purpose: Purpose; code: string; now: number }): Posted => ({
  ...letter(reader, purpose, { code }),
  until: now + codeLifeMs,
  at: now,
});

/** A letter about a sign-in from a device that was not seen before. */
export const newDeviceLetter = (
  reader: Reader,
  { at, address, ...agent }: { browser: string; system: string; address: string; at: number },
): Posted => {
  const device = deviceText(texts[reader.lang].program, agent);
  return { ...letter(reader, 'newDevice', { device, address, time: new Date(at).toISOString().slice(0, 16).replace('T', ' ') }), at };
};

/** A letter to the address that a person had before. */
export const mailChangedLetter = (reader: Reader, { mail, now }: { mail: string; now: number }): Posted => ({
  ...letter(reader, 'mailChanged', { mail }),
  at: now,
});

/** A letter about a passkey that came or went. */
export const passkeyLetter = (
  reader: Reader,
  { kind, passkey, now }: { kind: 'passkeyAdded' | 'passkeyRemoved'; passkey: string; now: number },
): Posted => ({ ...letter(reader, kind, { passkey }), at: now });

/** A letter about passkeys that went with the password before. */
export const passkeysResetLetter = (reader: Reader, at: number): Posted => ({ ...letter(reader, 'passkeysReset', {}), at });

/** A letter about an account elsewhere that signs a person in from now on, or no longer. */
export const tieLetter = (
  reader: Reader,
  { kind, where, shown, now }: { kind: 'tied' | 'unbound'; where: string; shown: string; now: number },
): Posted => ({ ...letter(reader, kind, { where, shown }), at: now });

/** An address of which only the first letter and the host are told. */
export const hiddenMail = (mail: string): string => `${[...mail][0] ?? ''}***${mail.slice(mail.lastIndexOf('@'))}`;
