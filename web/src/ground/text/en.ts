import type { Keys } from './cn.ts';

export const text = {
  systemError: 'System error, please try again later',
  noConnection: 'The server cannot be reached. Check the network and try again.',
  timedOut: 'The server did not answer in time. Try again later.',
  signedOut: 'Your session has ended. Sign in again.',
  retry: 'Try again',
  cancel: 'Cancel',
  justNow: 'just now',
  minutesAgo: '{{n}} min ago',
  hoursAgo: '{{n}} h ago',
  oneDayAgo: '1 day ago',
} satisfies Record<Keys, string>;
