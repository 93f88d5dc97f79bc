import { type ReactNode, useEffect } from 'react';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { desktopPaths, phonePaths } from '../visitor-paths.ts';
import { LinkQuery } from './share-session.ts';

/** Leads on to the pages for the window that one has. */
export function DeviceRedirectPage(): ReactNode {
  const { token, id, parentId } = usePageQuery(LinkQuery);
  const isPhone = useMedia('phone');
  const go = useNavigate();
  useEffect(
    () => go((isPhone ? phonePaths : desktopPaths).door, { token, id, parentId }, { replace: true }),
    [go, isPhone, token, id, parentId],
  );
  return null;
}
