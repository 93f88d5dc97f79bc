/** The user's own shares. */
export const sharesPath = '/share/index';
/** One share, with its activity. */
export const sharePath = '/share/detail';
/** Shares received from colleagues. */
export const receivedPath = '/share/received';
/** All shares of the organisation, and its rules. */
export const organisationSharesPath = '/admin/index/dataManger/shares';

/** The address of a share link: the share client, in a tab of its own. */
export const linkPath = (token: string): string => `/curlLogin?token=${encodeURIComponent(token)}`;
