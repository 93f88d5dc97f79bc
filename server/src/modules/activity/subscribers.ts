import { type Subscriber, subscribe } from '../../platform/events/outbox.ts';
import { followerNotices } from './following/tell-followers.ts';
import { recordActivity, streamEvents } from './stream/record-activity.ts';

export const activitySubscribers: Subscriber[] = [
  subscribe(streamEvents, { name: 'activity.stream', batch: (db, events) => recordActivity(db, events) }),
  followerNotices,
];
