/** All meetings, votes and scores of the person; with an id one meeting. */
export const meetingsPath = '/meeting/index';

/** The lists on the page of meetings, in their order. */
export const meetingTabs = ['meetings', 'votes', 'scores'] as const;
export type MeetingTab = (typeof meetingTabs)[number];

/** Where somebody votes. */
export const votePath = '/voteData';
/** What came of a vote. */
export const voteSummaryPath = '/voteSummary';
/** A sheet of scores: to give them, and what came of them. */
export const scorePath = '/scoreSummary';
/** Where all of them are listed. */
export const meetingListPath = '/meeting/index';
