import type { InputOf } from '@dossier/contract/core/route';
import type { Principal } from '@dossier/contract/identity/users';
import type { Share, colleagueTypes } from '@dossier/contract/sharing/share-shapes';
import type { shares } from '@dossier/contract/sharing/shares';

// without letters and digits that are taken for each other when they are read out
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const length = 8;

/** A password that nobody guesses within ten tries a minute, and that can be read out. */
export function makePassword(): string {
  const random = crypto.getRandomValues(new Uint32Array(length));
  return Array.from(random, (number) => alphabet[number % alphabet.length]).join('');
}

const local = /^[\p{L}\p{M}\p{N}.#$&'*+/=?^_`{|}~-]{1,64}$/u;
const host = /^[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+$/u;

/** Whether a text may be a mail address; what the server thinks of it counts. */
export function isAddress(text: string): boolean {
  const [name = '', domain = '', ...more] = text.trim().split('@');
  return more.length === 0 && local.test(name) && host.test(domain);
}

/** The same, or a domain (`@example.org`), or anybody who proves an address (`*`). */
export const isRecipient = (text: string): boolean =>
  ['*', '@*'].includes(text.trim()) || isAddress(text) || host.test(text.trim().replace(/^@/, ''));

/** What is being filled in for a share. */
export interface ShareDraft {
  name: string;
  /** Undefined: the one that is kept stays. */
  password: string | undefined;
  /** ISO; null: for good. */
  deadline: string | null;
  allowDownload: boolean;
  allowPrint: boolean;
  allowUpload: boolean;
  allowEdit: boolean;
  onlyUpload: boolean;
  downloadLimit: number | null;
  printLimit: number | null;
  watermark: boolean;
  notice: boolean;
  recipients: string[];
  colleagues: Principal[];
}

const day = 86_400_000;

/** The end of the day in so many days. */
export function endIn(days: number): string {
  const end = new Date(Date.now() + days * day);
  end.setHours(23, 59, 59, 0);
  return end.toISOString();
}

/** A new share as it is proposed: for a week, to look at, with a password. */
export const newDraft = (name: string, longestDays: number): ShareDraft => ({
  name,
  password: makePassword(),
  deadline: endIn(Math.min(7, longestDays || 7)),
  allowDownload: false,
  allowPrint: false,
  allowUpload: false,
  allowEdit: false,
  onlyUpload: false,
  downloadLimit: null,
  printLimit: null,
  watermark: false,
  notice: true,
  recipients: [],
  colleagues: [],
});

const isOutside = (kind: string): boolean => kind === 'mail' || kind === 'domain';

/** A share that there is, to be changed. */
export const draftOf = (share: Share): ShareDraft => ({
  name: share.name,
  password: undefined,
  deadline: share.deadline ?? null,
  allowDownload: share.allowDownload,
  allowPrint: share.allowPrint,
  allowUpload: share.allowUpload,
  allowEdit: share.allowEdit,
  onlyUpload: share.onlyUpload,
  downloadLimit: share.downloadLimit || null,
  printLimit: share.printLimit || null,
  watermark: share.watermark,
  notice: share.notice,
  recipients: share.recipients
    .filter((one) => isOutside(one.kind) && !one.byDomain)
    .map((one) => (one.kind === 'domain' ? `@${one.name}` : one.name)),
  colleagues: share.recipients
    .filter((one) => !isOutside(one.kind) && !one.byDomain)
    .map((one) => ({ type: one.kind as Principal['type'], id: one.granteeId ?? '', name: one.name })),
});

/** Whether visitors only send, and see nothing else. */
export const isUploadOnly = (draft: ShareDraft): boolean => draft.allowUpload && draft.onlyUpload;

type ShareInput = Omit<InputOf<typeof shares.update>, 'id'>;

/** What of it is sent. */
export const inputOf = ({ colleagues, password, downloadLimit, printLimit, ...draft }: ShareDraft): ShareInput => ({
  ...draft,
  ...(password !== undefined && { password }),
  downloadLimit: draft.allowDownload ? (downloadLimit ?? 0) : 0,
  printLimit: draft.allowPrint ? (printLimit ?? 0) : 0,
  onlyUpload: draft.allowUpload && draft.onlyUpload,
  colleagues: colleagues.map(({ type, id }) => ({ granteeType: type as (typeof colleagueTypes)[number], granteeId: id })),
});
