/** The page of the stream of activity: of everything, or of what one user did (`userId`). */
export const activityPath = '/activity';
/** The page of the items that the user follows. */
export const followingPath = '/activity/following';
