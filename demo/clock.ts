/** The demo's own clock: it begins in the past and goes only forward, up to the present, so that a company has a history. */
export interface Clock {
  now(): number;
  /** Goes on to a time, unless it is later already; never beyond the present. */
  to(time: number): void;
}

/** A clock that stands at `begin` and ticks on from there. */
export function clockFrom(begin: number): Clock {
  let behind = Date.now() - begin;
  const now = (): number => Math.floor(Date.now() - behind);
  return {
    now,
    to(time) {
      behind = Math.max(0, behind - Math.max(0, time - now()));
    },
  };
}
