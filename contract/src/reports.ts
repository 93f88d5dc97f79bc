import { z } from 'zod';
import { pageFields, paged } from './page.ts';
import { get } from './route.ts';
import { Id, Text, Time } from './shapes.ts';

/** Action codes of the operation log. */
export const action = {
  userCreate: 1,
  userUpdate: 2,
  userSignIn: 3,
  sessionEnd: 4,
  userDelete: 5,
  peopleImport: 6,
  peopleExport: 7,
  userSignInRefuse: 8,
  userSignOut: 9,
  reachLook: 10,
  departmentCreate: 30,
  departmentUpdate: 31,
  departmentDelete: 32,
  organisationCreate: 33,
  organisationUpdate: 34,
  organisationDisable: 35,
  guestAdd: 36,
  guestEnd: 37,
  guestEnter: 38,
  groupCreate: 50,
  groupUpdate: 51,
  groupDelete: 52,
  roleCreate: 60,
  roleUpdate: 61,
  roleDelete: 62,
  cabinetCreate: 101,
  cabinetUpdate: 102,
  cabinetDelete: 103,
  cabinetRestore: 104,
  folderCreate: 201,
  folderUpdate: 202,
  folderDelete: 203,
  folderMove: 204,
  folderCopy: 205,
  folderRestore: 206,
  templateCreate: 207,
  templateUpdate: 208,
  templateDelete: 209,
  documentCreate: 301,
  documentUpdate: 302,
  documentDelete: 303,
  documentMove: 304,
  documentCopy: 305,
  documentRestore: 306,
  documentRevise: 307,
  documentView: 308,
  documentDownload: 309,
  documentPrint: 310,
  documentLock: 311,
  documentUnlock: 312,
  documentPurge: 313,
  folderDownload: 314,
  documentExtract: 315,
  documentPdf: 316,
  permissionGrant: 400,
  permissionRevoke: 401,
  permissionInherit: 402,
  reviewOpen: 403,
  reviewClose: 404,
  reviewPlan: 405,
  permissionLook: 406,
  shareCreate: 500,
  shareUpdate: 501,
  shareClose: 502,
  linkOpen: 601,
  linkView: 602,
  linkDownload: 603,
  linkPrint: 604,
  linkUpload: 605,
  linkEdit: 606,
  viewBegin: 410,
  viewEnd: 411,
  favoriteAdd: 801,
  favoriteRemove: 802,
  siteSettingsChange: 901,
  addressChange: 902,
  quotaChange: 903,
  licenceChange: 904,
  watermarkCreate: 911,
  watermarkUpdate: 912,
  watermarkDelete: 913,
} as const;

export type ActionName = keyof typeof action;

/** All actions by what they are about, in the order in which they are offered; each stands once. */
export const actionGroups = {
  signIn: ['userSignIn', 'userSignInRefuse', 'userSignOut', 'sessionEnd', 'viewBegin', 'viewEnd'],
  people: ['userCreate', 'userUpdate', 'userDelete', 'peopleImport', 'peopleExport', 'reachLook', 'guestAdd', 'guestEnter', 'guestEnd'],
  circles: [
    'departmentCreate',
    'departmentUpdate',
    'departmentDelete',
    'groupCreate',
    'groupUpdate',
    'groupDelete',
    'roleCreate',
    'roleUpdate',
    'roleDelete',
  ],
  rights: ['permissionGrant', 'permissionRevoke', 'permissionInherit', 'reviewOpen', 'reviewClose', 'reviewPlan', 'permissionLook'],
  cabinets: [
    'cabinetCreate',
    'cabinetUpdate',
    'cabinetDelete',
    'cabinetRestore',
    'folderCreate',
    'folderUpdate',
    'folderMove',
    'folderCopy',
    'folderDelete',
    'folderRestore',
    'folderDownload',
    'templateCreate',
    'templateUpdate',
    'templateDelete',
  ],
  documents: [
    'documentCreate',
    'documentRevise',
    'documentView',
    'documentDownload',
    'documentPdf',
    'documentPrint',
    'documentUpdate',
    'documentMove',
    'documentCopy',
    'documentLock',
    'documentUnlock',
    'documentExtract',
    'documentDelete',
    'documentRestore',
    'documentPurge',
    'favoriteAdd',
    'favoriteRemove',
  ],
  shares: ['shareCreate', 'shareUpdate', 'shareClose', 'linkOpen', 'linkView', 'linkDownload', 'linkPrint', 'linkUpload', 'linkEdit'],
  site: [
    'siteSettingsChange',
    'addressChange',
    'quotaChange',
    'licenceChange',
    'watermarkCreate',
    'watermarkUpdate',
    'watermarkDelete',
    'organisationCreate',
    'organisationUpdate',
    'organisationDisable',
  ],
} as const satisfies Record<string, readonly ActionName[]>;

export type ActionGroup = keyof typeof actionGroups;

/** What stands in the log of people and the organisation: whatever is not among these is about an item. */
const aboutPeople: readonly ActionGroup[] = ['signIn', 'people', 'circles', 'site'];

/** The codes of actions that are about no item. */
export const peopleActions: ReadonlySet<number> = new Set(aboutPeople.flatMap((group) => actionGroups[group].map((name) => action[name])));

/** The log of an organisation is counted up to here, and turned over no further: older lines are found by narrower questions. */
export const mostCounted = 10_000;

const splitNumbers = (value: unknown): unknown => (typeof value === 'string' ? value.split(',').filter((part) => part !== '') : value);
const ActionCodes = z.preprocess(splitNumbers, z.array(z.coerce.number().int()).max(200)) as z.ZodType<number[], string | number[]>;

export const LogEntry = z.object({
  id: Id,
  time: Time,
  action: z.number(),
  userId: Id.optional(),
  userName: Text,
  objId: Id.optional(),
  objName: Text.optional(),
  address: Text.optional(),
  /** Details as "field: before → after" facts, JSON. */
  detail: Text.optional(),
  /** It is about an item that the caller may not see: which one and what changed is left out. */
  hidden: z.boolean().optional(),
});
export type LogEntry = z.infer<typeof LogEntry>;

export const reports = {
  itemLog: get('/dms/log', {
    access: 'session',
    does: 'What happened to an item, newest first; needs the right to read it',
    input: z.object({ ...pageFields, objId: Id }),
    output: paged(LogEntry),
  }),
  log: get('/log/pageList', {
    access: 'log.see',
    does: 'What happened in the organisation, newest first. An item that the caller may not see stays unnamed',
    input: z.object({
      ...pageFields,
      /** Any of these; all where none is given. */
      actions: ActionCodes.optional(),
      /** Who did it. */
      userId: Id.optional(),
      /** Part of the name or login name of who did it. */
      userName: z.string().max(200).optional(),
      /** Part of the name of what it is about: of items those that the caller sees, by the words that their names have now. */
      objName: z.string().max(200).optional(),
      /** From exactly this address. */
      address: z.string().max(100).optional(),
      from: Time.optional(),
      /** Up to, and not including. */
      to: Time.optional(),
      /** Only what stands below this line: the way through more lines than are counted. */
      beforeId: Id.optional(),
    }),
    /** `totalNumber` ends at `mostCounted`; `more` tells that there are more. With `beforeId` nothing is counted. */
    output: paged(LogEntry).extend({ more: z.boolean() }),
  }),
};
