import type { InputOf } from '@dossier/contract/core/route';
import type { Principal } from '@dossier/contract/identity/users';
import type { Share, colleagueTypes } from '@dossier/contract/sharing/share-shapes';
import type { shares } from '@dossier/contract/sharing/shares';

// without letters and digits that are easily confused when read aloud
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const length = 8;

/** A password that withstands ten guesses a minute, and can be read aloud. */
export function makePassword(): string {
  const random = crypto.getRandomValues(new Uint32Array(length));
  return Array.from(random, (number) => alphabet[number % alphabet.length]).join('');
}

const local = /^[\p{L}\p{M}\p{N}.#$&'*+/=?^_`{|}~-]{1,64}$/u;
const host = /^[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+$/u;

/** Whether a text may be a mail address; the server has the last word. */
export function isAddress(text: string): boolean {
  const [name = '', domain = '', ...more] = text.trim().split('@');
  return more.length === 0 && local.test(name) && host.test(domain);
}

/** Whether a text may be an address, a domain (`@example.org`), or `*` for anyone with a verified address. */
export const isRecipient = (text: string): boolean =>
  ['*', '@*'].includes(text.trim()) || isAddress(text) || host.test(text.trim().replace(/^@/, ''));

/** The form values of a share. */
export interface ShareDraft {
  name: string;
  /** Undefined: the stored one is kept. */
  password: string | undefined;
  /** ISO; null: no deadline. */
  deadline: string | null;
  allowDownload: boolean;
  allowPrint: boolean;
  allowUpload: boolean;
  allowEdit: boolean;
  allowComment: boolean;
  onlyUpload: boolean;
  downloadLimit: number | null;
  printLimit: number | null;
  watermark: boolean;
  notice: boolean;
  recipients: string[];
  colleagues: Principal[];
}

const day = 86_400_000;

/** The end of the day some days ahead. */
export function endIn(days: number): string {
  const end = new Date(Date.now() + days * day);
  end.setHours(23, 59, 59, 0);
  return end.toISOString();
}

/** The defaults of a new share: a week, view only, with a password. */
export const newDraft = (name: string, longestDays: number): ShareDraft => ({
  name,
  password: makePassword(),
  deadline: endIn(Math.min(7, longestDays || 7)),
  allowDownload: false,
  allowPrint: false,
  allowUpload: false,
  allowEdit: false,
  allowComment: false,
  onlyUpload: false,
  downloadLimit: null,
  printLimit: null,
  watermark: false,
  notice: true,
  recipients: [],
  colleagues: [],
});

/** What a visitor may be allowed. */
export type ShareBox = 'allowDownload' | 'allowPrint' | 'allowUpload' | 'allowEdit' | 'allowComment' | 'onlyUpload';

/** What changes with one permission: who edits online has the file as it is, so downloads go with that, without a number of one's own. */
export const withPermission = (box: ShareBox, isOn: boolean, mayDownload: boolean): Partial<ShareDraft> => ({
  [box]: isOn,
  ...(box === 'allowEdit' && isOn && mayDownload && { allowDownload: true, downloadLimit: null }),
});

const isOutside = (kind: string): boolean => kind === 'mail' || kind === 'domain';

/** The form values of an existing share. */
export const draftOf = (share: Share): ShareDraft => ({
  name: share.name,
  password: undefined,
  deadline: share.deadline ?? null,
  allowDownload: share.allowDownload,
  allowPrint: share.allowPrint,
  allowUpload: share.allowUpload,
  allowEdit: share.allowEdit,
  allowComment: share.allowComment,
  onlyUpload: share.onlyUpload,
  downloadLimit: share.downloadLimit || null,
  printLimit: share.printLimit || null,
  watermark: share.watermark,
  notice: share.notice,
  recipients: share.recipients
    .filter((recipient) => isOutside(recipient.kind) && !recipient.byDomain)
    .map((recipient) => (recipient.kind === 'domain' ? `@${recipient.name}` : recipient.name)),
  colleagues: share.recipients
    .filter((recipient) => !isOutside(recipient.kind) && !recipient.byDomain)
    .map((recipient) => ({ type: recipient.kind as Principal['type'], id: recipient.granteeId ?? '', name: recipient.name })),
});

/** Whether visitors may only upload, and see nothing else. */
export const isUploadOnly = (draft: ShareDraft): boolean => draft.allowUpload && draft.onlyUpload;

type ShareInput = Omit<InputOf<typeof shares.update>, 'id'>;

/** The call input. */
export const inputOf = ({ colleagues, password, downloadLimit, printLimit, ...draft }: ShareDraft): ShareInput => ({
  ...draft,
  ...(password !== undefined && { password }),
  downloadLimit: draft.allowDownload ? (downloadLimit ?? 0) : 0,
  printLimit: draft.allowPrint ? (printLimit ?? 0) : 0,
  onlyUpload: draft.allowUpload && draft.onlyUpload,
  colleagues: colleagues.map(({ type, id }) => ({ granteeType: type as (typeof colleagueTypes)[number], granteeId: id })),
});
