import { z } from 'zod';
import { extensions, isOffice, renditions } from '../core/file-types.ts';
import { get, post } from '../core/route.ts';
import { Flag, Id, Text, Time } from '../core/shapes.ts';
import { RevisionTarget } from '../documents/content.ts';
import { EditState, Item } from '../documents/library.ts';

/** How a document is shown, and the address of its bytes. */
export const View = z.object({
  id: Id,
  name: Text,
  ext: Text,
  size: z.number(),
  version: z.number(),
  versionLabel: Text,
  rendition: z.enum(renditions),
  detailUrl: Text,
  streamUrl: Text,
  /** Present where the server must render it first; `looks.state` reports when that is done. */
  made: z.boolean().optional(),
  pages: z.number().optional(),
  /**
   * Placeholder: an image of the first page, where it exists already, shown until the page itself is drawn. The size is that of the page in
   * CSS pixels.
   */
  front: z.object({ url: Text, width: z.number(), height: z.number() }).optional(),
  /** Temporary access: this revision only, without other revisions and properties of the document. */
  lent: z.boolean().optional(),
  rights: z.number(),
  /** Preview token for the calls of `looks` on this document. */
  look: Text,
  /** The open request that asks the caller to acknowledge a revision of the document, until they have. */
  toAcknowledge: z.object({ id: Id, revisionId: Id, revisionLabel: Text, dueTime: Time.optional() }).optional(),
  /** Of the newest revision, for who opens it by a right of their own: how it can be edited, who does that now, and whether flows alone change it. */
  ...Item.pick({ canEdit: true, editType: true, editTypes: true, publication: true }).partial().shape,
  /** Until when the document is valid, and when it is to be reviewed. */
  ...Item.pick({ validUntil: true, reviewTime: true, expired: true }).shape,
  ...EditState.shape,
});
export const attachmentViews = {
  view: post('/attachment/preView', {
    access: 'session',
    repeats: true,
    does: 'How to show an attachment',
    input: z.object({ id: Id }),
    output: View,
  }),
};

const Neighbour = z.object({ id: Id, sortField: Text.optional(), sortDirection: z.enum(['asc', 'desc']).optional() });
const NeighbourView = View.partial().extend({ found: z.boolean() });

/** Whether a document is made into a PDF with its comments: where these lie on pages. */
export const hasCommentedPdf = (ext: string): boolean => extensions.pdf.has(ext) || isOffice(ext);

export const preview = {
  view: post('/document/preView', {
    access: 'session',
    repeats: true,
    does: 'How to show a document',
    input: RevisionTarget,
    output: View,
  }),
  viewPrevious: post('/document/preViewUp', {
    access: 'session',
    does: 'The picture before this one in its folder',
    input: Neighbour,
    output: NeighbourView,
    reads: true,
  }),
  viewNext: post('/document/preViewNext', {
    access: 'session',
    does: 'The picture after this one in its folder',
    input: Neighbour,
    output: NeighbourView,
    reads: true,
  }),
  viewHomePage: post('/document/preViewHomePage', {
    access: 'session',
    repeats: true,
    does: 'How to show the next or previous picture of a list that is no folder, such as a panel of the home page',
    input: z.object({ id: Id }),
    output: View,
  }),
  info: get('/document/info', {
    access: 'session',
    does: 'Where the bytes of a document can be had',
    input: RevisionTarget,
    output: z.object({ ext: Text, flexUrl: Text, streamUrl: Text }),
  }),
  pdf: post('/document/prePdfDownload', {
    access: 'session',
    repeats: true,
    does: 'Where to fetch a document as PDF, with the mark of the caller in it; `looks.paper` tells with `look` when it is there',
    input: RevisionTarget,
    output: z.object({ downloadUrl: Text, fileName: Text, ext: Text, look: Text }),
  }),
  commentedPdf: post('/document/prePdfWithComments', {
    access: 'session',
    repeats: true,
    does: 'Where to fetch a document as PDF with its comments as annotations and in a list behind its pages; `looks.paper` tells with `look` when it is there',
    input: RevisionTarget.extend({
      /** Resolved threads as well as open ones. */
      resolved: Flag.default(false),
      /** To print it: needs that right too, has the watermark of prints, and is logged as a print. */
      print: Flag.default(false),
    }),
    output: z.object({ downloadUrl: Text, fileName: Text, ext: Text, look: Text }),
  }),
  print: post('/document/prePrint', {
    access: 'session',
    repeats: true,
    does: 'Note a print and allow it',
    input: RevisionTarget,
    /** `look` opens the pages in their print form. */
    output: z.object({ streamUrl: Text, look: Text }),
  }),
};
