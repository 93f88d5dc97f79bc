import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Id, Ids, Nothing, Text } from '../core/shapes.ts';

/** How many custom folders a user has at most. */
export const mostCustomFolders = 10;

/** A folder or cabinet that a user keeps at hand under a name of their own. */
export const CustomFolder = z.object({
  id: Id,
  name: Text,
  /** The folder or cabinet, where the caller still sees it; absent where it is gone, or the right to see it. */
  folder: z.object({ id: Id, name: Text, objType: z.number(), moduleType: z.number() }).optional(),
});
export type CustomFolder = z.infer<typeof CustomFolder>;

const Name = z.string().trim().min(1).max(100);

export const customFolders = {
  list: get('/customFolder/list', {
    access: 'session',
    does: 'The custom folders of the caller, in their order',
    input: Nothing,
    output: z.object({ list: z.array(CustomFolder) }),
  }),
  create: post('/customFolder/create', {
    access: 'session',
    does: 'Keep a folder or cabinet at hand, under a name of one’s own or its own; 5601 beyond ten, 5602 where it is kept already',
    input: z.object({ folderId: Id, name: Name.optional() }),
    output: z.object({ id: Id }),
  }),
  update: post('/customFolder/update', {
    access: 'session',
    does: 'Give a custom folder another name',
    input: z.object({ id: Id, name: Name }),
    output: Nothing,
  }),
  delete: post('/customFolder/delete', {
    access: 'session',
    does: 'Take folders out of the custom folders; the folders themselves stay',
    input: z.object({ ids: Ids }),
    output: Nothing,
  }),
  sort: post('/customFolder/sort', {
    access: 'session',
    does: 'Put the custom folders into this order; those that are left out follow',
    input: z.object({ ids: Ids }),
    output: Nothing,
  }),
};
