import type { Editor } from '@dossier/contract/core/file-types';
import type { Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Content } from '../../../platform/storage/storage.ts';
import type { EditSessionRow } from '../sessions/edit-sessions.queries.ts';

/** Whole files, of which the last draft is kept: Word documents, and PDFs. */
export type FileKind = 'file' | 'pdf';

/** What is edited in rooms, of which each edit is kept. */
export type RoomKind = 'text' | 'drawing' | 'workbook' | 'slides';

/** What the sessions of an editor edit, as the column `kind` has it. */
export type SessionKind = RoomKind | FileKind;

export const isFileKind = (kind: string): kind is FileKind => kind === 'file' || kind === 'pdf';

export const sessionKindOf = (editor: Editor): SessionKind => (editor === 'word' ? 'file' : editor);

/** What a session begins with. */
export interface Beginning {
  /** The encoding of a text; '' for all else. */
  encoding: string;
  /** The first row of the journal; undefined where the document itself is what a session begins with. */
  first?: string | undefined;
}

/** The file that a journal makes. */
export interface Written {
  bytes: Buffer;
  encoding: string;
  /** What the session notes once a version has this file. */
  noted?: Pick<EditSessionRow, 'base_seq'> | undefined;
  /** Whether more was written since the journal was read; asked in the transaction that notes the version. */
  isChangedSince: (db: Db) => Promise<boolean>;
}

/** How sessions of one kind keep what is written in them, and make a file of it. */
export interface Journal {
  /** Reads a document for editing; refuses by 4614 what cannot be edited. */
  begin(services: Services, content: Content): Promise<Beginning>;
  /** The encoding of a document whose session goes on; '' for all but texts. */
  encodingOf(services: Services, content: Content): Promise<string>;
  /** Makes the file of a session; `base` is its version, undefined where that was deleted meanwhile. */
  write(services: Services, session: EditSessionRow, base: Content | undefined): Promise<Written>;
  /** What a session has that its version has not, for JSON, where no file can be made of it: without who wrote it. */
  unsaved(services: Services, session: EditSessionRow): Promise<unknown>;
  /** The rows of a session that ends, joined into one; undefined where there is nothing to join. */
  join(services: Services, sessionId: number): Promise<{ ids: number[]; data: string } | undefined>;
}

/** The bytes of a content that is small enough for an editor. */
export async function readBytes({ storage }: Services, { sha256, size }: Content): Promise<Buffer> {
  return size === 0 ? Buffer.alloc(0) : storage.read(sha256, { start: 0, end: size - 1 });
}
