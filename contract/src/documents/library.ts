import { z } from 'zod';
import { batchLimit } from '../core/rights.ts';
import { get, post } from '../core/route.ts';
import { Flag, Id, Ids, Int, Nothing, Text, Time, pageFields, paged } from '../core/shapes.ts';
import { TagMark } from '../core/tag-mark.ts';
import { ListGroup, groupInput } from './list-groups.ts';

/** The life of a published document, as its publishing flows have written it. */
const Publication = z.object({
  state: z.enum(['effective', 'abolished']),
  /** Since when its current version is in effect, or when it was abolished. */
  since: Time,
  /** Of an abolished document: the reason that its flow gives. */
  reason: Text.optional(),
  /** What the next flow will do to it, and when: give it another version, or abolish it. */
  next: z.object({ kind: z.enum(['revise', 'abolish']), time: Time }).optional(),
});

/** A cabinet, folder or document as lists show it. */
export const Item = z.object({
  id: Id,
  name: Text,
  /** The same under the names that other clients know: what the entry refers to, and the name, of documents as that of a file too. */
  refId: Id.optional(),
  objName: Text.optional(),
  fileName: Text.optional(),
  /** The kind of its cabinet, as `moduleType`. */
  cabType: z.number().optional(),
  objType: z.number(),
  moduleType: z.number(),
  /** Absent where the caller does not see the parent, and of attachments. */
  parentId: Id.optional(),
  /** Of an attachment: the document that it belongs to. */
  attachedTo: Id.optional(),
  /** Of a document: how many attachments it has; absent for none. */
  attachments: z.number().optional(),
  /** Absent where the caller does not see the cabinet. */
  cabinetId: Id.optional(),
  /** Lower case, without the dot; documents only. */
  ext: Text.optional(),
  size: z.number().optional(),
  /** Number of the current revision, from 1; documents only. */
  version: z.number().optional(),
  /** Its version label, such as "2.1"; documents only. */
  versionLabel: Text.optional(),
  /** Id of the current revision; documents only. */
  revision: Id.optional(),
  /** The caller's rights as bits. */
  rights: z.number(),
  canView: z.boolean(),
  canDownload: z.boolean(),
  canEdit: z.boolean(),
  /** Bit 1 the type can be previewed, bit 2 it can be edited online. */
  capacityType: z.number(),
  /** Where it is edited: by our own editors (1), or by the office server (2). */
  editType: z.number(),
  /** Present where several editors open it: all of them, the one that the site prefers first. */
  editTypes: z.array(z.number()).optional(),
  description: Text.optional(),
  sortNumber: z.number(),
  createTime: Time,
  updateTime: Time,
  creatorName: Text,
  updaterName: Text.optional(),
  lockUserName: Text.optional(),
  /** Of a locked document: since when it is. */
  lockTime: Time.optional(),
  /** Of a locked document: it is checked out, to be worked on elsewhere. */
  checkedOut: z.boolean().optional(),
  /** Who has it open in an editor now; the caller first. */
  editors: z.array(Text).optional(),
  /** The caller is one of them. */
  editedByMe: z.boolean().optional(),
  /** The editor that they have it open in, as `editType`. */
  editedIn: z.number().optional(),
  /** Its lock is not that of the editor: it stays when the editor is closed. */
  lockStays: z.boolean().optional(),
  /** Of a locked document: the caller holds the lock. */
  lockedByMe: z.boolean().optional(),
  /** Of a locked document: the caller may release the lock, as its holder or as one who manages the document. */
  mayUnlock: z.boolean().optional(),
  favorite: z.boolean(),
  /** The caller follows it: they are told of what others change in it. */
  followed: z.boolean().optional(),
  /** It has notes that the caller sees. */
  noted: z.boolean().optional(),
  /** A document that the caller may read: how many open threads of comments it has, counted up to 99; absent for none. */
  openComments: z.number().optional(),
  /** Whether a version of the document was signed in Dossier, by whatever user; absent for who may not read it. */
  signed: z.boolean().optional(),
  /** The caller is asked to acknowledge a version of the document, or has done so while that is asked of others. */
  acknowledgement: z.enum(['asked', 'given']).optional(),
  /** Comments are switched off for the documents of this cabinet. */
  commentsOff: z.boolean().optional(),
  /** Why the virus isolation withholds the bytes of a document: the scanner has not checked it yet, found a virus in it, or could not check it. */
  virusCheck: z.enum(['waiting', 'infected', 'unchecked']).optional(),
  /** The caller has an active share of it. */
  shared: z.boolean().optional(),
  /** Its tags that the caller sees: in lists the listed ones, in the details all. */
  tags: z.array(TagMark).optional(),
  /** Written by flows only: a publishing cabinet, or in the details a folder in one. */
  publishing: z.boolean().optional(),
  /** Of a document: until when it is valid, and when it is to be reviewed. */
  validUntil: Time.optional(),
  reviewTime: Time.optional(),
  /** It is no longer valid. */
  expired: z.boolean().optional(),
  /** Of a cabinet: who sees its expired documents, where that is not everybody who would see them otherwise. */
  expiredFor: z.enum(['modify', 'manage']).optional(),
  /** Of a published document: whether its current version is in effect, and what is to come. */
  publication: Publication.optional(),
});
export type Item = z.infer<typeof Item>;

/** Who is in a document, who has locked it, and its current revision: what changes of an item while it is shown. */
export const EditState = Item.pick({
  editors: true,
  editedByMe: true,
  lockStays: true,
  editedIn: true,
  lockUserName: true,
  lockTime: true,
  checkedOut: true,
  lockedByMe: true,
  mayUnlock: true,
  revision: true,
});
export type EditState = z.infer<typeof EditState>;

/** All details of one item. */
export const ItemDetail = Item.extend({
  path: Text,
  ownerId: Id,
  ownerName: Text,
  /** Folders and cabinets: direct children the caller may see. */
  childCount: z.number().optional(),
  /** Only for the owner of a cabinet outside *My documents*: the cabinet has no grant to anybody else. Folders in it may have. */
  ownerOnly: z.boolean().optional(),
  /** OCR found text on its pages, so that search finds it by that text. */
  recognised: z.boolean().optional(),
});
export type ItemDetail = z.infer<typeof ItemDetail>;

export const Ancestor = z.object({
  id: Id,
  name: Text,
  moduleType: z.number(),
  objType: z.number(),
  /** A publishing cabinet. */
  publishing: z.boolean().optional(),
});
export type Ancestor = z.infer<typeof Ancestor>;

export const TreeNode = z.object({
  id: Id,
  name: Text,
  objType: z.number(),
  moduleType: z.number(),
  hasChildren: z.boolean(),
  rights: z.number(),
  /** Cabinets only: written by flows only. */
  publishing: z.boolean().optional(),
});
export type TreeNode = z.infer<typeof TreeNode>;

export const BinEntry = z.object({
  id: Id,
  name: Text,
  objType: z.number(),
  moduleType: z.number(),
  ext: Text.optional(),
  size: z.number().optional(),
  /** Former path, as names that the caller sees. */
  path: Text,
  deleteTime: Time,
  deleterName: Text,
});
export type BinEntry = z.infer<typeof BinEntry>;

export const sortFields = ['name', 'size', 'updateTime', 'createTime', 'sortNumber'] as const;
export type SortField = (typeof sortFields)[number];

/** What to do when the folder already contains the name. */
export const onSameName = z.enum(['refuse', 'rename', 'revision', 'skip', 'merge']);

const Batch = Ids.pipe(z.array(Id).max(batchLimit, 'tooManyItems')) as z.ZodType<string[], string | string[]>;
const Name = z.string();
const Description = z.string().max(1000);
const SortNumber = Int.pipe(z.number().min(0).max(999));
const Changes = {
  id: Id,
  name: Name.optional(),
  description: Description.optional(),
  sortNumber: SortNumber.optional(),
  /** Switches comments off for the documents of a cabinet; needs the right to manage it. */
  commentsOff: Flag.optional(),
  /**
   * Makes a cabinet of a shared area a publishing one, or an ordinary one; needs the right to manage it. 4404 while it holds documents, also in the
   * recycle bin, or a flow or a template of flows writes to it.
   */
  publishing: Flag.optional(),
  /** Of a document: until when it is valid, and when it is to be reviewed; null removes the date. */
  validUntil: Time.nullable().optional(),
  reviewTime: Time.nullable().optional(),
  /** Who sees the expired documents of a cabinet: everybody who sees them otherwise, or who may modify or manage them; needs the right to manage it. */
  expiredFor: z.enum(['everybody', 'modify', 'manage']).optional(),
};
const listInput = {
  ...pageFields,
  parentId: Id,
  sortField: z.enum(sortFields).default('sortNumber'),
  sortDirection: z.enum(['asc', 'desc']).default('asc'),
  keyword: Text.optional(),
};
const detail = (path: string, does: string) =>
  get(path, { access: 'session', inView: 'sees', does, input: z.object({ id: Id }), output: ItemDetail });

/** The taken ones of some names, each with the item that has it, where the caller may see that. */
const TakenNames = z.object({ taken: z.array(z.object({ name: Text, id: Id.optional(), objType: z.number().optional() })) });

export const library = {
  createCabinet: post('/cabinet/create', {
    access: 'session',
    does: 'Create a cabinet in an area',
    input: z.object({
      name: Name,
      moduleType: Int.pipe(z.union([z.literal(2), z.literal(3), z.literal(4)])),
      description: Description.optional(),
      sortNumber: SortNumber.optional(),
      publishing: Flag.optional(),
    }),
    output: z.object({ id: Id }),
  }),
  createFolder: post('/folder/create', {
    access: 'session',
    does: 'Create a folder',
    input: z.object({
      parentId: Id,
      name: Name,
      description: Description.optional(),
      sortNumber: SortNumber.optional(),
      /** Creates the folder with the subfolders and rights of a folder template. */
      templateId: Id.optional(),
    }),
    output: z.object({
      id: Id,
      /**
       * Grants of the template that were not made, or not in full: the principal is gone, the caller may not grant that much, or the target
       * is a personal area. Guests receive no name but their own.
       */
      notGiven: z.array(z.object({ folder: Text, granteeName: Text, why: z.enum(['gone', 'above', 'less', 'personal']) })).optional(),
    }),
  }),
  cabinets: get('/cabinet/pageList', {
    access: 'session',
    inView: 'sees',
    does: 'Cabinets of an area, and single items the caller may see without the folder around them',
    input: z.object({ ...pageFields, moduleType: Int, keyword: Text.optional() }),
    output: paged(Item),
  }),
  items: get('/dms/pageList', {
    access: 'session',
    inView: 'sees',
    does: 'Folders and documents in a folder; on request the documents in groups, one after the other',
    input: z.object({ ...listInput, ...groupInput }),
    /** With groups, `totalNumber` counts the rows of those that are not folded. */
    output: paged(Item).extend({ groups: z.array(ListGroup).optional() }),
  }),
  documents: get('/document/pageList', {
    access: 'session',
    inView: 'sees',
    does: 'Documents in a folder',
    input: z.object(listInput),
    output: paged(Item),
  }),
  tree: get('/dms/treeList', {
    access: 'session',
    inView: 'sees',
    does: 'Child folders of a folder, or the cabinets of an area',
    input: z.object({ parentId: Id.optional(), moduleType: Int.optional() }),
    output: z.array(TreeNode),
  }),
  ancestors: get('/folder/path', {
    access: 'session',
    inView: 'sees',
    does: 'The way down to an item, from the cabinet to the item itself, as far as the caller may see it',
    input: z.object({ id: Id }),
    output: z.array(Ancestor),
  }),
  documentDetail: detail('/document/detail', 'Everything known of a document'),
  folderDetail: detail('/folder/detail', 'Everything known of a folder'),
  cabinetDetail: detail('/cabinet/detail', 'Everything known of a cabinet'),
  update: post('/dms/update', { access: 'session', does: 'Rename, describe or order an item', input: z.object(Changes), output: Nothing }),
  updateFolder: post('/folder/update', {
    access: 'session',
    does: 'Rename, describe or order a folder',
    input: z.object(Changes),
    output: Nothing,
  }),
  updateCabinet: post('/cabinet/update', {
    access: 'session',
    does: 'Rename, describe or order a cabinet',
    input: z.object(Changes),
    output: Nothing,
  }),
  checkFolderName: get('/folder/checkName', {
    access: 'session',
    does: 'Whether a folder name is free in a place',
    input: z.object({ parentId: Id, name: Name }),
    output: z.object({ free: z.boolean() }),
  }),
  checkNames: post('/dms/checkNames', {
    access: 'session',
    does: 'Which of the names a folder already holds',
    input: z.object({ parentId: Id, names: z.array(z.string()).max(1000) }),
    output: TakenNames,
    reads: true,
  }),
  checkNamesByQuery: get('/dms/checkNames', {
    access: 'session',
    does: 'The same for a few names in the query, `names` once for each',
    input: z.object({ parentId: Id, names: z.preprocess((value) => [value].flat(), z.array(z.string()).max(100)) }),
    output: TakenNames,
  }),
  delete: post('/dms/delete', {
    access: 'session',
    does: 'Move items to the recycle bin',
    input: z.object({ objIds: Batch }),
    output: z.object({ entries: z.array(z.object({ objId: Id, binId: Id })) }),
  }),
  copy: post('/dms/copy', {
    access: 'session',
    does: 'Put items on the clipboard to be copied',
    input: z.object({ objIds: Batch }),
    output: Nothing,
  }),
  cut: post('/dms/cut', {
    access: 'session',
    does: 'Put items on the clipboard to be moved',
    input: z.object({ objIds: Batch }),
    output: Nothing,
  }),
  paste: post('/dms/paste', {
    access: 'session',
    repeats: true,
    does: 'Copy or move the clipboard into a folder; with `objIds` copy these items, whatever is on the clipboard',
    input: z.object({
      parentId: Id,
      objIds: Batch.optional(),
      onSameName: z.enum(['refuse', 'rename', 'skip']).default('refuse'),
      /** Copies documents with their attachments; what is moved takes them along anyway. */
      attachments: Flag.default(false),
      /** Copies documents with the comments on them that the caller may read. */
      comments: Flag.default(false),
    }),
    output: z.object({ ids: z.array(Id), moved: z.boolean(), skipped: z.number() }),
  }),
  move: post('/dms/move', {
    access: 'session',
    does: 'Move items into a folder at once (drag and drop, undo)',
    input: z.object({ objIds: Batch, parentId: Id, onSameName: z.enum(['refuse', 'rename', 'skip']).default('refuse') }),
    output: z.object({ ids: z.array(Id), skipped: z.number() }),
  }),
  bin: get('/recycle/pageList', {
    access: 'session',
    does: 'What was deleted from places the caller may manage, or by the caller',
    input: z.object({ ...pageFields, moduleType: Int.optional(), keyword: Text.optional() }),
    output: paged(BinEntry),
  }),
  restore: post('/recycle/restore', {
    access: 'session',
    does: 'Bring items back to where they were; missing folders come back too',
    input: z.object({ objIds: Batch }),
    output: z.object({ list: z.array(z.object({ objId: Id, /** Only where the caller sees it. */ parentId: Id.optional(), name: Text })) }),
  }),
  remove: post('/recycle/remove', {
    access: 'session',
    does: 'Remove items for good',
    input: z.object({ objIds: Batch }),
    output: Nothing,
  }),
};
