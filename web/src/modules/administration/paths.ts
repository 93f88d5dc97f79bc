/** The settings of the site; `group` and `setting` in the query lead to one of them. */
export const configurationPath = '/site-admin/index/site-userManger/site-configuration';
