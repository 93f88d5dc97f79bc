import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Id, Text, pageFields, paged } from '../core/shapes.ts';

/** An item of the shared areas as an access audit finds it, whatever the caller's own rights. */
export const NamedPlace = z.object({
  id: Id,
  name: Text,
  objType: z.number(),
  moduleType: z.number(),
  ext: Text.optional(),
  /** Names of the ancestors, from the cabinet down. */
  path: Text,
});
export type NamedPlace = z.infer<typeof NamedPlace>;

/** The most items that one search by name returns. */
export const mostNamed = 200;

/** Access audits: questions about rights that need an administrative permission and no right to the item. For auditors. */
export const accessAudits = {
  find: get('/permission/find', {
    access: 'rights.see',
    does: 'Items of the shared areas by words of their names, their path, their id, or a link to them, whoever sees them',
    input: z.object({ keyword: z.string().trim().min(1).max(2000), ...pageFields }),
    output: paged(NamedPlace),
  }),
  open: post('/permission/look', {
    access: 'rights.see',
    does: 'Begin a look at who reaches an item, or at everything that a person reaches; it stands in the log. Give one of the two',
    input: z.object({ objId: Id.optional(), userId: Id.optional() }),
    output: z.object({
      /** Audit token for `reachedBy`, `reachOf` and `explain`; valid for an hour, in this session only. */
      look: Text,
      place: NamedPlace.optional(),
      person: z.object({ id: Id, fullName: Text }).optional(),
    }),
  }),
};
