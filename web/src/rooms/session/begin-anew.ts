/** Loads everything anew: what a window remembers (tabs, clipboard) belongs to the space or the role that is left. */
export function beginAnew(): void {
  sessionStorage.clear();
  location.assign('/');
}
