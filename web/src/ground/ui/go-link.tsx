import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { withQuery } from '../call.ts';
import { type Query, useGo } from '../go.ts';

interface GoLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string;
  query?: Query;
}

/** A link inside the client: a real address, followed without loading the page anew. */
export function GoLink({ to, query, onClick, ...rest }: GoLinkProps): ReactNode {
  const go = useGo();
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to, query);
  };
  return <a {...rest} href={query ? withQuery(to, query) : to} onClick={follow} />;
}
