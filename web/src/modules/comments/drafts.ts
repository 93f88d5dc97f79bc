import { type MentionedPerson, maxCommentLength } from '@dossier/contract/comments/comments';

/** A comment that was not sent yet. */
export interface Draft {
  content: string;
  mentions: MentionedPerson[];
}

export const emptyDraft: Draft = { content: '', mentions: [] };

const keyOf = (objId: string, threadId: string | undefined): string => `dossier-comment ${objId} ${threadId ?? ''}`;

const isDraft = (value: Partial<Draft> | null): value is Draft => typeof value?.content === 'string' && Array.isArray(value.mentions);

/** What was written in this tab on a document, or in reply to a thread, and not sent. */
export function keptDraft(objId: string, threadId?: string): Draft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(objId, threadId)) ?? 'null') as Partial<Draft> | null;
    return isDraft(kept) ? kept : emptyDraft;
  } catch {
    return emptyDraft;
  }
}

/** Keeps a draft until it is sent or emptied. */
export function keepDraft(draft: Draft, objId: string, threadId?: string): void {
  try {
    if (draft.content === '') sessionStorage.removeItem(keyOf(objId, threadId));
    else sessionStorage.setItem(keyOf(objId, threadId), JSON.stringify(draft));
  } catch {
    // the storage is full: the draft lasts as long as its field
  }
}

/** Each character counts as one, also where it takes two units. */
export const lengthOf = (text: string): number => [...text].length;
export const isTooLong = (text: string): boolean => text.length > maxCommentLength && lengthOf(text) > maxCommentLength;
