import type { Grantee } from '@dossier/contract/people';
import type { InputOf } from '@dossier/contract/route';
import type { colleagueTypes, Share } from '@dossier/contract/share-shapes';
import type { shares } from '@dossier/contract/shares';
import { makePassword } from './make-password.ts';

/** What is being filled in for a share. */
export interface Draft {
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
  colleagues: Grantee[];
}

const day = 86_400_000;

/** The end of the day in so many days. */
export function endIn(days: number): string {
  const end = new Date(Date.now() + days * day);
  end.setHours(23, 59, 59, 0);
  return end.toISOString();
}

/** A new share as it is proposed: for a week, to look at, with a password. */
export const newDraft = (name: string, longestDays: number): Draft => ({
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
export const draftOf = (share: Share): Draft => ({
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
    .map((one) => ({ type: one.kind as Grantee['type'], id: one.granteeId ?? '', name: one.name })),
});

/** Whether visitors only send, and see nothing else. */
export const collects = (draft: Draft): boolean => draft.allowUpload && draft.onlyUpload;

type Terms = Omit<InputOf<typeof shares.update>, 'id'>;

/** What of it is sent. */
export const termsOf = ({ colleagues, password, downloadLimit, printLimit, ...draft }: Draft): Terms => ({
  ...draft,
  ...(password !== undefined && { password }),
  downloadLimit: draft.allowDownload ? (downloadLimit ?? 0) : 0,
  printLimit: draft.allowPrint ? (printLimit ?? 0) : 0,
  onlyUpload: draft.allowUpload && draft.onlyUpload,
  colleagues: colleagues.map(({ type, id }) => ({ granteeType: type as (typeof colleagueTypes)[number], granteeId: id })),
});
