/** Where who sees all rights by office asks who reaches what. */
export const accessAuditPath = '/admin/index/reportManger/permissions';
