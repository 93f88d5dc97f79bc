/** The lists on the page of meetings, in their order. */
export const meetingTabs = ['meetings', 'votes', 'scores'] as const;
export type MeetingTab = (typeof meetingTabs)[number];
