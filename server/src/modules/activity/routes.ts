import { activity } from '@dossier/contract/activity/activity';
import { following } from '@dossier/contract/activity/following';
import { type Served, serve } from '../../platform/http/serve.ts';
import { followItems, listFollowed, unfollowItems } from './following.ts';
import { listActivity } from './stream/list-activity.ts';

export const activityRoutes: Served[] = [
  serve(activity.list, listActivity),
  serve(following.follow, followItems),
  serve(following.unfollow, unfollowItems),
  serve(following.list, listFollowed),
];
