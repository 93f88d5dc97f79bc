import type { Keys } from './cn.ts';

export const text = {
  systemError: 'System error, please try again later',
  noConnection: 'The server cannot be reached. Check the network and try again.',
  timedOut: 'The server did not answer in time. Try again later.',
  signedOut: 'Your session has ended. Sign in again.',
  retry: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  moreTabs: 'More tabs',
  justNow: 'just now',
  minutesAgo: '{{n}} min ago',
  hoursAgo: '{{n}} h ago',
  oneDayAgo: '1 day ago',
  updated: 'Dossier was updated',
  updatedHint: 'Reload the page to go on with the new version.',
  reload: 'Reload',
  partMissing: 'A part of the page could not be loaded. Try again.',
  clear: 'Clear',
  toHome: 'Go to the home page',
} satisfies Record<Keys, string>;
