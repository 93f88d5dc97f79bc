/** The demo's clock: it begins in the past and runs only forward, up to the present, so that the company has a history. */
export interface Clock {
  now(): number;
  /** Advances to a time, unless it is later already; never beyond the present. */
  to(time: number): void;
}

/** A clock that starts at `begin`. */
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
