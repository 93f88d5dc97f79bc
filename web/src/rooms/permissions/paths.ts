/** Where who sees all rights by office asks who reaches what. */
export const officePath = '/admin/index/reportManger/permissions';
