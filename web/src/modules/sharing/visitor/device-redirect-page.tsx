import { type ReactNode, useEffect } from 'react';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { desktopPaths, phonePaths } from '../visitor-paths.ts';
import { LinkQuery } from './share-session.ts';

/** Redirects to the pages for the device. */
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
