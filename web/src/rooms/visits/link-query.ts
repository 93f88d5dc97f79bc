import { usePageQuery } from '../../ground/go.ts';
import { anId, oneOf, textUpTo } from '../../ground/page-query.ts';
import { visit } from '../../ground/visit.ts';
import { sortFields } from './sorting.ts';

/** What the addresses of a link carry. Its token stands there so that an address can be kept and opened again; the visit's never does. */
export const LinkQuery = {
  token: textUpTo(200),
  parentId: anId,
  id: anId,
  /** The order of the list, where it is not by name and upwards. */
  by: oneOf(sortFields),
  desc: oneOf(['1']),
  ended: oneOf(['1']),
  /** The only document was closed: the list does not open it again. */
  closed: oneOf(['1']),
};

/** The link that the page is about: of its address, else of the visit in this tab. */
export function useLinkToken(): string | undefined {
  const { token } = usePageQuery(LinkQuery);
  return token ?? visit.token();
}
