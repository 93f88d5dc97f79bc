import { matching, type QueryOf, textUpTo } from '../../ground/page-query.ts';

const wireId = matching(/^[1-9]\d{0,15}$/);

/** What the address of every viewer carries. */
export const ViewerQuery = { id: wireId, currentRev: wireId, keyword: textUpTo(200) };
export type ViewerQuery = QueryOf<typeof ViewerQuery>;
