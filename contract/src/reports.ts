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
  departmentCreate: 30,
  departmentUpdate: 31,
  departmentDelete: 32,
  organisationCreate: 33,
  organisationUpdate: 34,
  organisationDisable: 35,
  guestAdd: 36,
  guestEnd: 37,
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
  permissionGrant: 400,
  permissionRevoke: 401,
  permissionInherit: 402,
  viewBegin: 410,
  viewEnd: 411,
  favoriteAdd: 801,
  favoriteRemove: 802,
  siteSettingsChange: 901,
  addressChange: 902,
  quotaChange: 903,
  licenceChange: 904,
} as const;

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
});
export type LogEntry = z.infer<typeof LogEntry>;

export const reports = {
  itemLog: get('/dms/log', {
    access: 'session',
    does: 'What happened to an item, newest first; needs the right to read it',
    input: z.object({ ...pageFields, objId: Id }),
    output: paged(LogEntry),
  }),
};
