import { extensionPoint } from '../../platform/extension-point.ts';
import type { Context, Services } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { contextForPerson } from '../identity/run-as.ts';

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
   * the others. `ctx` is that of the reader in the organisation of the lines, on a reading handle. Actions only `withActions`: making their links writes.
   */
  find(ctx: Context, lines: readonly EmailLine[], withActions: boolean): Promise<ReadonlyMap<number, EmailSubject>>;
}

/** Asked when an email is sent; a line about a subject that no module claims is left out. */
export const emailSubjects = extensionPoint<EmailSubjects>();

/** What a notification that waits is about, as it is stored. */
interface SubjectLine {
  id: number;
  type: number;
  obj_type: number;
  obj_id: number;
  created_at: number;
}

/** The lines of one organisation that may be told, each with its subject if it has one: asked with the rights of the reader at this moment. */
export async function tellableSubjects(
  services: Services,
  { personId, spaceId, withActions = false }: { personId: number; spaceId: number; withActions?: boolean },
  lines: readonly SubjectLine[],
): Promise<Map<number, EmailSubject | undefined>> {
  const found = new Map<number, EmailSubject | undefined>();
  for (const { id, obj_type: type, obj_id: objId } of lines) if (type === 0 && objId === 0) found.set(id, undefined);
  try {
    const ctx = await contextForPerson(services, services.database.read, { personId, spaceId, address: '' });
    const asked = lines
      .filter((line) => line.obj_id !== 0)
      .map((line) => ({ id: line.id, type: line.type, objType: line.obj_type, objId: line.obj_id, createdAt: line.created_at }));
    for (const { covers, find } of emailSubjects.all()) {
      const own = asked.filter(covers);
      if (own.length > 0) for (const [id, subject] of await find(ctx, own, withActions)) found.set(id, subject);
    }
  } catch (error) {
    // the organisation is closed to the reader by now
    if (!(error instanceof Refusal)) throw error;
  }
  return found;
}
