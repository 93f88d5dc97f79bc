import { z } from 'zod';
import { granteeTypes, reaches } from '../core/rights.ts';
import { get, post } from '../core/route.ts';
import { Flag, Id, Int, Nothing, Text, Time, pageFields, paged } from '../core/shapes.ts';
import { NewName } from '../identity/departments.ts';

/** Limits: folders in one template, levels of them, rights on one folder and in a whole template, templates of an organisation. */
export const mostOfTemplates = { folders: 500, levels: 10, rights: 20, allRights: 500, templates: 200 } as const;

/** A folder template as the list shows it. */
export const FolderTemplate = z.object({
  id: Id,
  name: Text,
  description: Text,
  /** Only enabled templates are offered for new folders. */
  enabled: z.boolean(),
  /** Folders below the root of the template. */
  folders: z.number(),
  /** Grants on all folders of the template. */
  rights: z.number(),
  updateTime: Time,
  updaterName: Text,
});
export type FolderTemplate = z.infer<typeof FolderTemplate>;

/** A grant of a template: principal, level, and days from the creation of the folder. */
export const TemplateRight = z.object({
  granteeType: z.enum(granteeTypes),
  granteeId: Id,
  granteeName: Text,
  /** The principal was deleted: the grant is skipped, and shown under the last known name. */
  gone: z.boolean(),
  level: z.number(),
  handOn: z.number().optional(),
  reach: z.enum(reaches),
  /** Absent: no deadline. */
  days: z.number().optional(),
});
export type TemplateRight = z.infer<typeof TemplateRight>;

/** A folder of a template. The first one, whose id is the template's own, is the root; it is named when the folder is created. */
export const TemplateFolder = z.object({
  id: Id,
  parentId: Id.optional(),
  name: Text,
  inherit: z.boolean(),
  rights: z.array(TemplateRight),
});
export type TemplateFolder = z.infer<typeof TemplateFolder>;

/**
 * Outcome of a template grant: granted, granted with less, or skipped as the principal is gone (`gone`), as the caller may grant none of it
 * (`above`), or as the target is a personal area (`personal`).
 */
export const planned = ['given', 'less', 'gone', 'above', 'personal'] as const;
export type Planned = (typeof planned)[number];

/** A template grant as it would be made in a given parent now. */
export const ForeseenRight = TemplateRight.omit({ gone: true, days: true }).extend({ state: z.enum(planned), deadline: Time.optional() });
export type ForeseenRight = z.infer<typeof ForeseenRight>;

const RightInput = z.object({
  granteeType: z.enum(granteeTypes),
  granteeId: Id,
  level: Int.pipe(z.number().min(0).max(255)),
  handOn: Int.pipe(z.number().min(0).max(255)).optional(),
  reach: z.enum(reaches).default('all'),
  days: Int.pipe(z.number().min(1).max(36_500)).optional(),
});

const Description = z.string().trim().max(1000);

export const templates = {
  list: get('/template/fld/pageList', {
    access: 'templates.edit',
    does: 'The folder templates of the organisation, by name',
    input: z.object({ ...pageFields, keyword: z.string().max(200).optional() }),
    output: paged(FolderTemplate),
  }),
  tree: get('/template/fld/tree', {
    access: 'templates.edit',
    does: 'A folder template with all its folders, each after the one that it lies in, and their rights',
    input: z.object({ id: Id }),
    output: FolderTemplate.pick({ id: true, name: true, description: true, enabled: true }).extend({ list: z.array(TemplateFolder) }),
  }),
  create: post('/template/fld/create', {
    access: 'templates.edit',
    does: 'Create a folder template; it is off until somebody switches it on',
    input: z.object({ name: NewName, description: Description.optional(), enabled: Flag.default(false) }),
    output: z.object({ id: Id }),
  }),
  createFrom: post('/template/fld/createFrom', {
    access: 'templates.edit',
    does: 'Make a folder template of a folder that the caller manages: the folders in it that they see, the own rights of those that they manage',
    input: z.object({ objId: Id, name: NewName, description: Description.optional(), withRights: Flag.default(true) }),
    output: z.object({
      id: Id,
      folders: z.number(),
      rights: z.number(),
      /** Folders with rights of their own that the caller does not manage: copied without these rights. */
      withoutRights: z.number(),
    }),
  }),
  update: post('/template/fld/update', {
    access: 'templates.edit',
    does: 'Rename or describe a folder template, switch it on or off',
    input: z.object({ id: Id, name: NewName.optional(), description: Description.optional(), enabled: Flag.optional() }),
    output: Nothing,
  }),
  delete: post('/template/fld/delete', {
    access: 'templates.edit',
    does: 'Delete a folder template; folders that were made from it stay as they are',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  createFolder: post('/template/fld/node/create', {
    access: 'templates.edit',
    does: 'Put a folder into a folder of a template',
    input: z.object({ parentId: Id, name: z.string() }),
    output: z.object({ id: Id }),
  }),
  renameFolder: post('/template/fld/node/rename', {
    access: 'templates.edit',
    does: 'Rename a folder of a template',
    input: z.object({ id: Id, name: z.string() }),
    output: Nothing,
  }),
  moveFolder: post('/template/fld/node/move', {
    access: 'templates.edit',
    does: 'Hang a folder of a template, with what is in it, into another one of the same template',
    input: z.object({ id: Id, parentId: Id }),
    output: Nothing,
  }),
  deleteFolder: post('/template/fld/node/delete', {
    access: 'templates.edit',
    does: 'Take a folder out of a template, with what is in it; it can be brought back within the hour',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  restoreFolder: post('/template/fld/node/restore', {
    access: 'templates.edit',
    does: 'Bring a folder back that was just taken out of a template',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  setRights: post('/template/fld/node/rights', {
    access: 'templates.edit',
    does: 'Say what rights a folder of a template will have, and whether it inherits: all of it, in place of what was said before',
    input: z.object({ id: Id, inherit: Flag, grants: z.array(RightInput).max(mostOfTemplates.rights) }),
    output: Nothing,
  }),
  choices: get('/template/fld/choices', {
    access: 'session',
    does: 'The folder templates that a folder can be made from, by name; to guests without descriptions',
    input: z.object({}),
    output: z.array(FolderTemplate.pick({ id: true, name: true, description: true, folders: true })),
  }),
  forecast: get('/template/fld/forecast', {
    access: 'session',
    does: 'What a folder made from a template in a place would be given; for who may create folders there',
    input: z.object({ id: Id, parentId: Id }),
    output: z.object({
      /** Whether the caller would see the folder once it is created. */
      seen: z.boolean(),
      /** The folders with rights of their own, topmost first; the root has an empty path. */
      list: z.array(
        z.object({
          path: Text,
          inherit: z.boolean(),
          rights: z.array(ForeseenRight),
          /** For guests instead of the grants to others: the number of principals by type. */
          others: z.array(z.object({ granteeType: z.enum(granteeTypes), number: z.number() })).optional(),
        }),
      ),
    }),
  }),
  definition: get('/folder/orgDef', {
    access: 'session',
    does: 'What the organisation says of new folders: the bytes of a name, the levels below a cabinet, the order of who names none, how many templates there are',
    input: z.object({}),
    output: z.object({ nameBytes: z.number(), levels: z.number(), sortNumber: z.number(), templates: z.number() }),
  }),
};
