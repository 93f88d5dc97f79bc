import { shareTarget } from '@dossier/contract/core/share-target';

/** What waits for the user. */
export const todoPath = '/todo';
/** Where files go that were shared with the installed client. */
export const receivePath = shareTarget.path;
/** The user's own entries, which on a desk stand in the menu of the user. */
export const mePath = '/me';
