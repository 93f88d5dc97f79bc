import { z } from 'zod';
import { post } from '../core/route.ts';
import { Id, Text } from '../core/shapes.ts';

/** Small pictures of so many documents are asked for at once. */
export const mostThumbnails = 100;

const Asked = z.array(Id).min(1).max(mostThumbnails);

/** The small picture of a document: ready, being made, or none, for whoever may not look at it too. */
const Thumbnail = z.object({
  id: Id,
  state: z.enum(['ready', 'making', 'none']),
  /** Ready for `<img>`; a larger one stands at the same address with `/look/glance/` in the place of `/look/thumb/`. */
  url: Text.optional(),
  /** How large the whole picture is at most, in pixels: its shape before it is there. */
  width: z.number().optional(),
  height: z.number().optional(),
});
export type Thumbnail = z.infer<typeof Thumbnail>;

const Thumbnails = z.object({ list: z.array(Thumbnail) });

export const thumbnails = {
  list: post('/document/thumbnails', {
    access: 'session',
    does: 'Small pictures of documents for lists; what is not there yet is begun',
    input: z.object({ ids: Asked }),
    output: Thumbnails,
    reads: true,
  }),
  byLink: post('/curl/thumbnails', {
    access: 'link',
    does: 'The same for a visitor of a shared link',
    input: z.object({ token: Text.max(200), ids: Asked }),
    output: Thumbnails,
    reads: true,
  }),
};
