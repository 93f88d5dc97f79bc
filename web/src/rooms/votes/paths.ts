/** Where somebody votes. */
export const votePath = '/voteData';
/** What came of a vote. */
export const voteSummaryPath = '/voteSummary';
/** A sheet of scores: to give them, and what came of them. */
export const scorePath = '/scoreSummary';
/** Where all of them are listed. */
export const listPath = '/meeting/index';
