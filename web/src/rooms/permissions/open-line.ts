import type { ReviewLine } from '@dossier/contract/reviews';

/** Whether a line is still to be decided: never was, or changed since. */
export const isOpen = (line: ReviewLine): boolean => line.result === 'open' || (line.result === 'confirmed' && line.now !== undefined);
