/** The page of access audits. */
export const accessAuditPath = '/admin/index/reportManger/permissions';
