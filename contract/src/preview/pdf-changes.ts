import { z } from 'zod';
import { post } from '../core/route.ts';
import { Flag, Id, Int, Text } from '../core/shapes.ts';
import { RevisionNote } from '../documents/content.ts';
import { PageBox } from './pages.ts';

/** The most pages of a PDF that is changed. */
export const mostChangedPages = 5000;
/** The most pages that one redaction makes images of. */
export const mostRedactedPages = 150;
/** The most areas of one redaction. */
export const mostAreas = 2000;
/** The most other documents that pages are taken from at once. */
export const mostJoined = 10;

const PageNumber = Int.pipe(z.number().min(1).max(mostChangedPages));

/** Consecutive pages of a PDF, turned clockwise by so many degrees from how they are now. */
const PageRun = z.object({
  from: PageNumber,
  to: PageNumber,
  turn: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]).default(0),
});

/** Of a changed PDF: pages of the document itself, or with `otherId` of another one. */
const TakenPages = PageRun.extend({ otherId: Id.optional() });
export type TakenPages = z.infer<typeof TakenPages>;

/** A rectangle on a page, in fractions of the page as it is shown. */
const PageArea = PageBox.pick({ x: true, y: true, width: true, height: true }).extend({ page: PageNumber });
export type PageArea = z.infer<typeof PageArea>;

const fraction = z.number().min(0).max(1);
/** An area that is drawn by hand ends at the edge of the page. */
const DrawnArea = z.object({ page: PageNumber, x: fraction, y: fraction, width: fraction, height: fraction });

/** The revision that the change was made on: 1008 where it is not the current one any more. */
const target = { id: Id, revisionId: Id };
const saved = { revisionId: Id, label: Text };

/** Changes of a PDF by its content. */
export const pdfChanges = {
  changePages: post('/document/changePages', {
    access: 'session',
    does: 'Save a PDF with these pages in this order as a new revision: turned, moved, left out, or joined with pages of others',
    input: z.object({ ...target, pages: z.array(TakenPages).min(1).max(mostChangedPages), note: RevisionNote.optional() }),
    output: z.object(saved),
  }),
  extractPages: post('/document/extractPages', {
    access: 'session',
    does: 'Save pages of a PDF as a document of its own beside it; a taken name is numbered',
    input: z.object({ ...target, pages: z.array(PageRun).min(1).max(mostChangedPages), name: Text }),
    output: z.object({ id: Id, name: Text }),
  }),
  findWords: post('/document/findWords', {
    access: 'session',
    does: 'Where words stand in a PDF, also those that are not seen; a hit that is broken into lines has several areas',
    input: z.object({ ...target, words: z.array(z.string().trim().min(1).max(200)).min(1).max(20) }),
    output: z.object({ hits: z.array(z.array(PageArea)), cut: z.boolean() }),
    reads: true,
  }),
  redact: post('/document/redact', {
    access: 'session',
    does: 'Black out areas of a PDF for good, and save it as a new revision without attachments, scripts and properties',
    input: z.object({
      ...target,
      areas: z.array(DrawnArea).min(1).max(mostAreas),
      note: RevisionNote.optional(),
      /** Deletes all older revisions, in which the areas can be read; needs the right to manage. */
      deleteOlder: Flag.default(false),
    }),
    /** `kept`: labels of the older revisions that something holds, and that therefore were not deleted. */
    output: z.object({ ...saved, kept: z.array(Text) }),
  }),
};
