/** Where the tags of the organisation are kept. */
export const tagsPath = '/admin/index/dataManger/tags';
