/** The pages of word groups and of findings. */
export const groupsPath = '/admin/index/dataManger/sensitiveWords';
export const findingsPath = '/admin/index/reportManger/sensitiveWords';
