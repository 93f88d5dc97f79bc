import { z } from 'zod';
import { post } from '../core/route.ts';
import { Id, Lang, Text } from '../core/shapes.ts';
import { FileSession, FileWindow, OpenedDocument, OpenedFile, WordComments } from './editing.ts';

const Token = z.string().min(1).max(200);

/** A visitor's window with a Word document; `lang`: the language of names in refusals. */
const VisitorWindow = FileWindow.extend({ token: Token, lang: Lang.optional() });

/** Editing by visitors of share links that let documents be edited. The visitor's name must be proven: 5017 else. */
export const linkEditing = {
  preEdit: post('/curl/preEdit', {
    access: 'link',
    does: 'Whether the visitor of a link may edit a shared document online; 4614 where it can only be viewed, 5017 where the visitor must prove a name first',
    /** `lang`: the language of names in refusals. */
    input: z.object({ token: Token, id: Id, lang: Lang.optional() }),
    output: z.object({ pageUrl: Text, ext: Text }),
    reads: true,
  }),
  open: post('/curl/openEdit', {
    access: 'link',
    does: 'Edit a shared text, drawing, workbook or presentation, alone or with others, in the room at roomUrl, as users do',
    /** `lang`: the language of names in refusals, and of what the room tells. */
    input: z.object({ token: Token, id: Id, lang: Lang.optional() }),
    output: OpenedDocument,
  }),
  openFile: post('/curl/openEditFile', {
    access: 'link',
    does: 'Edit a shared Word document, alone; 4619 while another person writes in it',
    input: z.object({ token: Token, id: Id, lang: Lang.optional() }),
    output: OpenedFile,
  }),
  wordComments: post('/curl/editComments', {
    access: 'link',
    does: 'The comments of a shared Word document that the visitor may edit',
    input: z.object({ token: Token, id: Id }),
    output: WordComments,
    reads: true,
  }),
  keepFile: post('/curl/keepEditFile', {
    access: 'link',
    does: "Tell that a visitor's window with a Word document is still open, every half a minute",
    input: VisitorWindow,
    output: FileSession,
  }),
  saveFile: post('/curl/saveEditFile', {
    access: 'link',
    does: "Make a version of what a visitor wrote in a Word document, in the visitor's name; every ten seconds at most",
    input: VisitorWindow,
    output: FileSession,
  }),
  discardFile: post('/curl/discardEditFile', {
    access: 'link',
    does: 'Forget what a visitor wrote in a Word document since its last version; 1008 where others wrote in it, too',
    input: VisitorWindow,
    output: FileSession,
  }),
  closeFile: post('/curl/closeEditFile', {
    access: 'link',
    does: "Close a visitor's window with a Word document: makes a version and unlocks the document",
    input: VisitorWindow,
    output: FileSession,
  }),
};
