import { z } from 'zod';
import { post } from '../core/route.ts';
import { Id, Int, Text } from '../core/shapes.ts';

/** Where a document is edited: our own editors, or an office server. */
export const editType = { own: 1, officeServer: 2 } as const;

/** How a session that edits a whole file stands for one window. */
export const FileSession = z.object({
  /** Whether this window may go on writing. */
  isOpen: z.boolean(),
  /**
   * Why a window may no longer write: the document has a version from elsewhere, its session rested for half an hour, the same user opened the document
   * in another window, or somebody else writes in it now.
   */
  reason: z.enum(['revised', 'rest', 'taken', 'takenOver']).optional(),
  /** Who writes in it now. */
  writerName: Text.optional(),
  /** What was written beside a version from elsewhere is kept as this document. */
  copy: z.object({ id: Id, name: Text }).optional(),
});
export type FileSession = z.infer<typeof FileSession>;

/** What the editor of an opened document begins with. */
export const OpenedDocument = z.object({
  sessionId: Id,
  name: Text,
  ext: Text,
  encoding: Text,
  roomUrl: Text,
  /** Serves a workbook as it is now, with the number of the last edit in it. */
  bookUrl: Text.optional(),
  /** Serves a presentation as it is now, in the same way. */
  deckUrl: Text.optional(),
  /** Takes pictures for a presentation by PUT, and serves them below by their sha256. */
  pictureUrl: Text.optional(),
});
export type OpenedDocument = z.infer<typeof OpenedDocument>;

/** One window of a session that edits a whole file. */
export const FileWindow = z.object({ sessionId: Id, windowId: Id });
export type FileWindow = z.infer<typeof FileWindow>;

/** What the editor of a whole file begins with. */
export const OpenedFile = z.object({
  sessionId: Id,
  windowId: Id,
  name: Text,
  ext: Text,
  fileUrl: Text,
  draftUrl: Text,
  /** Where the editor sends what it makes of the file untouched, before it lets anybody write; absent where that was tried. */
  trialUrl: Text.optional(),
  /** Whether the file has changes that no version has. */
  hasUnsaved: z.boolean(),
  /** Who writes, as marks of changes name them. */
  author: Text,
  /** Whether a PDF has signatures, which will tell that it was changed after they were made. */
  isSigned: z.boolean().optional(),
});
export type OpenedFile = z.infer<typeof OpenedFile>;

/** The comments of a Word document, in the order of its body. */
export const WordComments = z.object({
  comments: z.array(
    z.object({
      author: Text,
      /** Milliseconds; 0 where the file does not say. */
      at: z.number(),
      text: Text,
      /** What it is about, and the paragraph of the body in which that begins; '' and -1 where nothing is marked. */
      words: Text,
      paragraph: z.number(),
      isResolved: z.boolean(),
      /** Whether it answers the comment before it. */
      isReply: z.boolean(),
    }),
  ),
});
export type WordComments = z.infer<typeof WordComments>;

export const editing = {
  preEdit: post('/document/preEdit', {
    access: 'session',
    does: 'Where a document is edited online; 4614 where it can only be viewed',
    input: z.object({
      id: Id,
      lockType: Int.default(1),
      /** The editor to open it in, as `editType`; without it the one that the site prefers. */
      editor: Int.pipe(z.number().min(editType.own).max(editType.officeServer)).optional(),
    }),
    output: z.object({
      editType: z.number(),
      /** The editor with our page around it, and the editor alone. */
      pageUrl: Text,
      onlyUrl: Text,
      /** Who else edits it now, and may be joined. */
      lockUserName: Text.optional(),
    }),
    reads: true,
  }),
  open: post('/edit/open', {
    access: 'session',
    repeats: true,
    does: 'Lock a text, a workbook or a presentation for editing, or join those who edit it; for texts the room speaks y-protocols at roomUrl',
    input: z.object({ id: Id }),
    output: OpenedDocument,
  }),
  openFile: post('/edit/openFile', {
    access: 'session',
    repeats: true,
    does: 'Lock a Word document or a PDF for editing by one person; fileUrl serves what was written last, draftUrl takes the whole file by PUT',
    input: z.object({ id: Id }),
    output: OpenedFile,
  }),
  followFile: post('/edit/followFile', {
    access: 'session',
    does: 'How a Word document stands that another person writes in now; fileUrl where that differs from the version known',
    input: z.object({ id: Id, known: Text.max(60).default('') }),
    output: z.object({
      /** Whether a user writes in the document now. */
      isOpen: z.boolean(),
      name: Text,
      ext: Text,
      writerName: Text.optional(),
      version: Text,
      fileUrl: Text.optional(),
    }),
    reads: true,
  }),
  wordComments: post('/edit/comments', {
    access: 'session',
    does: 'The comments of a Word document, in the order of its body',
    input: z.object({ id: Id }),
    output: WordComments,
    reads: true,
  }),
  keepFile: post('/edit/keepFile', {
    access: 'session',
    repeats: true,
    does: 'Tell that a window with a Word document or a PDF is still open, every half a minute',
    input: FileWindow,
    output: FileSession,
  }),
  saveFile: post('/edit/saveFile', {
    access: 'session',
    repeats: true,
    does: 'Make a version of what was written in a Word document or a PDF; 4647 where the draft changes more than editing may',
    input: FileWindow,
    output: FileSession,
  }),
  discardFile: post('/edit/discardFile', {
    access: 'session',
    repeats: true,
    does: 'Forget what was written in a Word document or a PDF since its last version',
    input: FileWindow,
    output: FileSession,
  }),
  closeFile: post('/edit/closeFile', {
    access: 'session',
    repeats: true,
    does: 'Close a window with a Word document or a PDF: makes a version and unlocks the document',
    input: FileWindow,
    output: FileSession,
  }),
  askRelease: post('/document/askRelease', {
    access: 'session',
    does: 'Ask the holder of the lock of a document to release it',
    input: z.object({ id: Id }),
    output: z.object({}),
  }),
  refuseRelease: post('/document/refuseRelease', {
    access: 'session',
    does: 'Tell those who asked for a document that the holder of its lock does not release it now',
    input: z.object({ id: Id }),
    output: z.object({}),
  }),
  create: post('/document/create', {
    access: 'session',
    does: 'Create an empty document of a type that can be edited online',
    input: z.object({ parentId: Id, name: z.string() }),
    output: z.object({ id: Id }),
  }),
};

/** The largest message to an editing room, in bytes. */
export const maxRoomMessage = 8 << 20;

/**
 * The largest messages of some kinds, in bytes: each is read on the thread that answers all other calls, where none should take longer than about 50 ms.
 * Edits in one order are sent in several messages.
 */
export const maxOrderedMessage = 512 << 10;
export const maxCaretMessage = 64 << 10;

/**
 * Structs of Yjs and bytes in one update of a text or a drawing, into which editors split larger ones: rooms take somewhat more. A single value, as a
 * picture, may be larger.
 */
export const maxUpdatePart = { structs: 500, bytes: 512 << 10 };

/** The kinds of messages in an editing room: the first byte of each. The first two are those of y-protocols, the last one is of rooms with one order of edits. */
export const roomMessage = { sync: 0, awareness: 1, fromServer: 2, fromClient: 3, order: 4 } as const;

/** The colours of carets: white words on them are readable, as are they on white and on black. */
export const caretColors = [
  '#b3541e',
  '#1f7a4d',
  '#2a6fdb',
  '#a8328f',
  '#8a6a00',
  '#0f7c8a',
  '#c2334d',
  '#6a4fd0',
  '#4d7a12',
  '#8f4a2f',
] as const;

/** The most elements of a drawing that others see as selected. */
export const maxSelected = 50;

/** The names of the shared maps in the document of a drawing: elements and pictures by their id, and settings of the canvas. */
export const sharedMaps = { elements: 'elements', files: 'files', app: 'app' } as const;

/** The name of the shared text in the document of an editing room. */
export const sharedText = 'text';

const Person = z.object({
  /** Tells the connections of a room apart. */
  id: z.number(),
  personId: Id,
  name: Text,
  /** The colour of the caret, of `caretColors`. */
  color: Text,
});
export type RoomPerson = z.infer<typeof Person>;

/** What the server tells in an editing room, as JSON after the first byte. */
export const RoomNotice = z.discriminatedUnion('kind', [
  /** Who is in the room; `own` is this connection. */
  z.object({ kind: z.literal('people'), own: z.number(), people: z.array(Person) }),
  /** So many sync messages of this connection are in the journal on disk. */
  z.object({ kind: z.literal('kept'), count: z.number() }),
  /** The journal cannot be written at present; it is tried again. */
  z.object({ kind: z.literal('unkept') }),
  /** What this connection types is no longer taken. */
  z.object({ kind: z.literal('readOnly'), code: z.number(), message: Text }),
  /** A version was saved in this encoding; empty where there was nothing to save. */
  z.object({ kind: z.literal('saved'), encoding: Text }),
  /** A version could not be saved: the text stays in the journal. */
  z.object({ kind: z.literal('saveFailed'), code: z.number(), message: Text }),
  /** There is no place for this connection: it is closed with the code for another try. */
  z.object({ kind: z.literal('full'), code: z.number(), message: Text }),
  /**
   * The session is over: `revised` by a version from elsewhere, or at `rest` as nobody typed for long. What was typed beside another version is kept as
   * a document of its own.
   */
  z.object({ kind: z.literal('closed'), reason: z.enum(['revised', 'rest']), copy: z.object({ id: Id, name: Text }).optional() }),
]);
export type RoomNotice = z.infer<typeof RoomNotice>;

/** What a client asks for in an editing room: a version now. */
export const RoomRequest = z.object({ kind: z.literal('save') });
