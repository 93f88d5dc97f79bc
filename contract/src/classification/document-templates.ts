import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Flag, Id, Nothing, Text, Time, pageFields, paged } from '../core/shapes.ts';
import { NewName } from '../identity/departments.ts';

/** The most templates of an organisation. */
export const mostDocumentTemplates = 500;

/** A file that new documents start from. */
export const DocumentTemplate = z.object({
  id: Id,
  name: Text,
  description: Text,
  /** The extension of its file. */
  ext: Text,
  size: z.number(),
  /** Only enabled templates are offered. */
  enabled: z.boolean(),
  /** The department, with all below it, that may use the template; absent for everyone. */
  departmentId: Id.optional(),
  departmentName: Text.optional(),
  /** How many documents were created from it. */
  uses: z.number(),
  updateTime: Time,
  updaterName: Text,
});
export type DocumentTemplate = z.infer<typeof DocumentTemplate>;

const Description = z.string().trim().max(1000);

export const documentTemplates = {
  list: get('/template/doc/pageList', {
    access: 'templates.edit',
    does: 'The document templates of the organisation, by name',
    input: z.object({ ...pageFields, keyword: z.string().max(200).optional() }),
    output: paged(DocumentTemplate),
  }),
  create: post('/template/doc/create', {
    access: 'templates.edit',
    does: 'Make a document template of the newest version of a document that the caller may download; the document may change or go, the template stays',
    input: z.object({
      objId: Id,
      name: NewName,
      description: Description.default(''),
      departmentId: Id.optional(),
      enabled: Flag.default(true),
    }),
    output: z.object({ id: Id }),
  }),
  update: post('/template/doc/update', {
    access: 'templates.edit',
    does: 'Change a document template; with objId its file becomes that of another document of the same kind',
    input: z.object({
      id: Id,
      name: NewName.optional(),
      description: Description.optional(),
      /** Empty for everyone. */
      departmentId: z.union([Id, z.literal('')]).optional(),
      enabled: Flag.optional(),
      objId: Id.optional(),
    }),
    output: Nothing,
  }),
  delete: post('/template/doc/delete', {
    access: 'templates.edit',
    does: 'Delete a document template; documents that were made from it stay',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  choices: get('/template/doc/choices', {
    access: 'session',
    does: 'The document templates that the caller may use, by name; guests are told none',
    input: z.object({}),
    output: z.array(DocumentTemplate.pick({ id: true, name: true, description: true, ext: true, size: true })),
  }),
  use: post('/template/doc/use', {
    access: 'session',
    does: 'Make a document from a template in a place that the caller may upload to',
    input: z.object({ id: Id, parentId: Id, name: z.string(), onSameName: z.enum(['refuse', 'rename']).default('refuse') }),
    output: z.object({ id: Id, name: Text }),
  }),
};
