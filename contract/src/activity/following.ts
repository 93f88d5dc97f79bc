import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Ids, Nothing, Time, pageFields, paged } from '../core/shapes.ts';
import { Item } from '../documents/library.ts';

/** The most items that a user follows. */
export const maxFollowed = 500;

export const FollowedItem = Item.extend({ followTime: Time });
export type FollowedItem = z.infer<typeof FollowedItem>;

export const following = {
  follow: post('/activity/follow', {
    access: 'session',
    does: 'Follow documents, folders or cabinets: the caller is told of what others change in them; 1007 beyond 500 of them',
    input: z.object({ objIds: Ids }),
    output: Nothing,
  }),
  unfollow: post('/activity/unfollow', {
    access: 'session',
    does: 'Follow items no longer, also those that the caller no longer sees',
    input: z.object({ objIds: Ids }),
    output: Nothing,
  }),
  list: get('/activity/followed', {
    access: 'session',
    does: 'The items that the caller follows and still sees, those followed last first',
    input: z.object(pageFields),
    output: paged(FollowedItem),
  }),
};
