/** Where groups of words are kept, and where what was found is decided on. */
export const groupsPath = '/admin/index/dataManger/sensitiveWords';
export const findingsPath = '/admin/index/reportManger/sensitiveWords';
