import { type ReactNode, useEffect } from 'react';
import { useGo, usePageQuery } from '../../ground/go.ts';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { deskWay, phoneWay } from './addresses.ts';
import { LinkQuery } from './link-query.ts';

/** Leads on to the pages for the window that one has. */
export function JumpPage(): ReactNode {
  const { token, id, parentId } = usePageQuery(LinkQuery);
  const isPhone = useMedia('phone');
  const go = useGo();
  useEffect(() => go((isPhone ? phoneWay : deskWay).door, { token, id, parentId }, { replace: true }), [go, isPhone, token, id, parentId]);
  return null;
}
