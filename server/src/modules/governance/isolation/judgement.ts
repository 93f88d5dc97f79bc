/** What a scanner says of a content; `unchecked` where it cannot judge it, as it is too large for it. */
export type Judgement = { verdict: 'clean' } | { verdict: 'infected'; threat: string } | { verdict: 'unchecked'; reason: string };

/** The scanner did not answer: nothing is known, and it is asked again. */
export class ScannerDown extends Error {}
