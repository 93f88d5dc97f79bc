import { useEffect, useState } from 'react';
import { useGo, usePageQuery } from '../../ground/go.ts';
import { textUpTo, whole } from '../../ground/page-query.ts';

const Query = { keyword: textUpTo(200), pageNum: whole(1) };

/** /dms/searchPageNum?keyword=&pageNum= leads to that page of the results; who is not signed in comes back there after that. */
export function SearchPageNum(): null {
  const go = useGo();
  const brought = usePageQuery(Query);
  // the address changes while this page still stands
  const [{ keyword, pageNum }] = useState(brought);
  useEffect(() => go('/knowledge/search', { keyword, pageNo: pageNum }, { replace: true }), [go, keyword, pageNum]);
  return null;
}
