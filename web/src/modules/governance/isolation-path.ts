/** The page of the virus isolation area. */
export const isolationPath = '/site-admin/index/site-userManger/site-isolation';
