/** The caller's own shares. */
export const sharesPath = '/share/index';
/** One of them, with what became of it. */
export const sharePath = '/share/detail';
/** What colleagues shared with the caller. */
export const receivedPath = '/share/received';
/** Every share of the organisation, and its rules. */
export const organisationSharesPath = '/admin/index/dataManger/shares';

/** Where a link is opened, by whoever has it: the pages of visitors, in a tab of their own. */
export const linkPath = (token: string): string => `/curlLogin?token=${encodeURIComponent(token)}`;
