export const usersPath = '/site-admin/index/site-userManger/site-user';
export const importPath = '/site-admin/index/site-userManger/site-user-import';
export const departmentsPath = '/admin/index/userManger/partment';
