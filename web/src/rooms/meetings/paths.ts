/** All meetings, votes and scores of the person; with an id one meeting. */
export const meetingsPath = '/meeting/index';
