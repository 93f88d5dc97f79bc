import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Id, Nothing, Text } from '../core/shapes.ts';
import { ImportOptions, ListOrder, RowFate, RowResult, RowToWrite, importLimits } from './user-import.ts';

const FileToFetch = z.object({ downloadUrl: Text, fileName: Text });

/** What a user's removal would leave without an owner. */
export const OwnedResources = z.object({
  fullName: Text,
  /** Cabinets in the user's personal area; up to 20 of them by name. */
  cabinets: z.number(),
  cabinetNames: z.array(Text),
  /** Items of the shared areas that they own, which gives them full control. */
  places: z.number(),
  /** Documents that they own in any area, and their bytes. */
  documents: z.number(),
  bytes: z.number(),
  /** Documents that they have locked, by editing or check-out. */
  locks: z.number(),
  uploads: z.number(),
  /** Grants to this user. */
  grants: z.number(),
  /** Departments that they head. */
  heads: z.array(Text),
  /** Those of them without another head. */
  headless: z.array(Text),
  groups: z.number(),
  sessions: z.number(),
  /** In how many other organisations they are a guest; which ones, and what they own there, is not disclosed. */
  guestIn: z.number(),
  /** True where another user must take over the owned resources. */
  needsHeir: z.boolean(),
  /** True where the caller cannot be it, as private documents are among that. */
  heirIsOther: z.boolean(),
});
export type OwnedResources = z.infer<typeof OwnedResources>;

export const admin = {
  exportPeople: post('/user/export', {
    access: 'people.see',
    does: 'Where to fetch a table of everybody who has an account in the organisation',
    input: ListOrder,
    output: FileToFetch,
  }),
  importTemplate: post('/user/importTemplate', {
    access: 'people.edit',
    does: 'Where to fetch an empty table for an import, in the language of the caller',
    input: ListOrder,
    output: FileToFetch,
    reads: true,
  }),
  importTerms: get('/user/importTerms', {
    access: 'people.edit',
    does: 'Whether new people can be invited by mail',
    input: Nothing,
    output: z.object({ invites: z.boolean() }),
  }),
  planImport: post('/user/importPlan', {
    access: 'people.edit',
    does: 'Read a table of people (CSV or xlsx, as base64) and show what would become of each row; nothing is written',
    input: ImportOptions.extend({ bytes: z.base64().max(Math.ceil(importLimits.bytes / 3) * 4) }),
    output: z.object({
      rows: z.array(RowFate),
      /** Columns of the file that the import does not know. */
      ignored: z.array(Text),
      /** Departments that would be created, as paths. */
      departments: z.array(Text),
    }),
    reads: true,
  }),
  beginImport: post('/user/importBegin', {
    access: 'people.edit',
    does: 'Note in the log that an import begins; answers the ticket with which its rows are written, for six hours',
    input: z.object({ name: z.string().trim().min(1).max(255), create: z.number().int().min(0), change: z.number().int().min(0) }),
    output: z.object({ ticket: Text }),
  }),
  writeImport: post('/user/importWrite', {
    access: 'people.edit',
    does: 'Write rows as the plan showed them, in one transaction; a row that would mean something else by now is refused',
    input: ImportOptions.extend({
      ticket: Text,
      rows: z.array(RowToWrite).min(1).max(importLimits.piece),
      /** The departments to be created, as the plan listed them. */
      newDepartments: z.array(z.string().max(2000)).max(importLimits.rows),
    }),
    output: z.object({ rows: z.array(RowResult) }),
  }),
  estate: get('/user/estate', {
    access: 'people.remove',
    does: 'What a person owns, holds and heads, to be looked at before they are removed',
    input: z.object({ id: Id }),
    output: OwnedResources,
  }),
  deleteUser: post('/user/delete', {
    access: 'people.remove',
    does: 'Remove a person for good; what they own goes to the heir, who is needed where they own anything',
    input: z.object({ id: Id, heirId: Id.optional() }),
    output: Nothing,
  }),
};
