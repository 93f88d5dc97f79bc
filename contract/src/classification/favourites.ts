import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Id, Ids, Nothing, Text, Time, pageFields, paged } from '../core/shapes.ts';
import { Item } from '../documents/library.ts';

export const Favorite = Item.extend({ favoriteTime: Time });
export type Favorite = z.infer<typeof Favorite>;

/** The most items marked in one call is 1000. */
const Some = Ids.pipe(z.array(Id).max(1000, 'tooManyItems')) as z.ZodType<string[], string | string[]>;

export const favourites = {
  favorites: get('/favorite/pageList', {
    access: 'session',
    does: 'Own favourites, newest first',
    input: z.object({ ...pageFields, keyword: Text.optional() }),
    output: paged(Favorite),
  }),
  addFavorite: post('/favorite/add', {
    access: 'session',
    does: 'Mark items as favourites',
    input: z.object({ objIds: Some }),
    output: Nothing,
  }),
  removeFavorite: post('/favorite/rm', {
    access: 'session',
    does: 'Unmark favourites',
    input: z.object({ objIds: Some }),
    output: Nothing,
  }),
};
