import { z } from 'zod';
import { post } from '../core/route.ts';
import { Id, Text } from '../core/shapes.ts';

/** The most thumbnails asked for in one call. */
export const mostThumbnails = 100;

const ThumbnailIds = z.array(Id).min(1).max(mostThumbnails);

/** The thumbnail of a document: ready, in progress, or none, which is also the answer where the caller may not view the document. */
const Thumbnail = z.object({
  id: Id,
  state: z.enum(['ready', 'making', 'none']),
  /** Ready for `<img>`; a larger one has the same address with `/look/glance/` in place of `/look/thumb/`. */
  url: Text.optional(),
  /** Size of the larger image in pixels, known before it is loaded. */
  width: z.number().optional(),
  height: z.number().optional(),
});
export type Thumbnail = z.infer<typeof Thumbnail>;

const Thumbnails = z.object({ list: z.array(Thumbnail) });

export const thumbnails = {
  list: post('/document/thumbnails', {
    access: 'session',
    does: 'Small pictures of documents for lists; what is not there yet is begun',
    input: z.object({ ids: ThumbnailIds }),
    output: Thumbnails,
    reads: true,
  }),
  byLink: post('/curl/thumbnails', {
    access: 'link',
    does: 'The same for a visitor of a shared link',
    input: z.object({ token: Text.max(200), ids: ThumbnailIds }),
    output: Thumbnails,
    reads: true,
  }),
};
