import type { ChatApp } from '@dossier/contract/doors';
import type { SettingsOf } from '@dossier/contract/site-settings';

export type ChatSettings = SettingsOf<ChatApp>;

/** Whom a chat app vouches for. */
export interface ChatPerson {
  subject: string;
  nickname?: string | undefined;
  /** Where the organisation itself gave the name, as in an enterprise chat. */
  loginName?: string | undefined;
}

/** An app that signs people in by an OAuth code: how to get there, and whom a code stands for. */
export interface ChatProvider {
  authorizeAddress(settings: ChatSettings, back: { returnTo: string; state: string }): string;
  /** Throws a ChatError for what the app refuses. */
  personOf(settings: ChatSettings, code: string): Promise<ChatPerson>;
}

/** What an app said instead of an answer: its own number. */
export class ChatError extends Error {
  readonly errcode: number;
  constructor(errcode: number, message: string) {
    super(`${errcode} ${message}`);
    this.name = 'ChatError';
    this.errcode = errcode;
  }
}

/** A configured address with further fields; what the administrator wrote into it stays. */
export function withFields(address: string, fields: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}

/** The same, for fields that the address may already hold. */
export function withDefaults(address: string, fields: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(fields)) if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  return url.href;
}

/** The app's own words for what it refused. */
export const saidBy = ({ errmsg }: Record<string, unknown>): string => (typeof errmsg === 'string' ? errmsg : '');

/** A field of an answer that must be a text. */
export function needText(answer: Record<string, unknown>, ...names: string[]): string {
  const code = Number(answer['errcode'] ?? 0);
  if (code !== 0) throw new ChatError(code, saidBy(answer));
  const value = names.map((name) => answer[name]).find((one) => typeof one === 'string' && one !== '');
  if (typeof value !== 'string') throw new ChatError(0, `no ${names.join(' or ')} in the answer`);
  return value;
}
