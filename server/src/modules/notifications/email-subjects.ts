import { extensionPoint } from '../../platform/extension-point.ts';
import type { Context } from '../../platform/context.ts';

/** A notification that waits for an email: its type, and what it is about. */
export interface EmailLine {
  id: number;
  /** A number of `msgType`. */
  type: number;
  /** 0 for shares, which messages name without one. */
  objType: number;
  objId: number;
  createdAt: number;
}

/** What an email tells about the subject of a line, to a reader who may know of it now. */
export interface EmailSubject {
  /** Its name as it is now. */
  name: string;
  /** Its page, from the root of the site. */
  path?: string;
  /** Sentences that follow, in the language of the reader. */
  sentences?: readonly string[];
  /** What can be done from the email: the words of the link, and its path. */
  actions?: readonly { label: string; path: string }[];
}

/** How a module tells which of its subjects a reader may know of. */
export interface EmailSubjects {
  /** Whether this is a line for it, by its type and that of its subject. */
  covers(line: Pick<EmailLine, 'type' | 'objType'>): boolean;
  /**
   * By id, what there is to tell of those lines whose subject the reader may know of at this moment, and that still need to be told; an email leaves out
   * the others. `ctx` is that of the reader in the organisation of the lines, on a reading handle.
   */
  find(ctx: Context, lines: readonly EmailLine[]): Promise<ReadonlyMap<number, EmailSubject>>;
}

/** Asked when an email is sent; a line about a subject that no module claims is left out. */
export const emailSubjects = extensionPoint<EmailSubjects>();
