import { session } from '../../ground/session.ts';

/** Loads everything anew: what a window remembers (tabs, clipboard) belongs to the space or the role that is left. */
export function beginAnew(): void {
  // what the own windows do is nothing to one that views as somebody else, but that it may be over
  if (session.viewsAs()) return location.reload();
  sessionStorage.clear();
  location.assign('/');
}
