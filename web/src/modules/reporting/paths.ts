/** The operation log; `userId` and `userName` in the query begin with what one user did. */
export const logPath = '/admin/index/reportManger/logs';
