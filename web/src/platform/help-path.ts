/** The page of help; `topic` names a group of its articles that is shown first. */
export const helpPath = '/help';
