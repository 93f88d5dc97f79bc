/** The user's meetings, votes and score sheets; with an id one meeting. */
export const meetingsPath = '/meeting/index';

/** The tabs of the meetings page, in order. */
export const meetingTabs = ['meetings', 'votes', 'scores'] as const;
export type MeetingTab = (typeof meetingTabs)[number];

/** The page that takes a vote. */
export const votePath = '/voteData';
/** The result of a vote. */
export const voteSummaryPath = '/voteSummary';
/** A score sheet: input and result. */
export const scorePath = '/scoreSummary';
