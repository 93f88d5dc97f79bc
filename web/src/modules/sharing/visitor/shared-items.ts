import { objType } from '@dossier/contract/core/rights';
import { thumbnails } from '@dossier/contract/preview/thumbnails';
import { type LinkItem, type OpenedShare, links } from '@dossier/contract/sharing/shares';
import { useEffect, useMemo, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { textOf } from '../../../platform/i18n.ts';
import { type NavigationQuery, useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { invalidateRoutes, useCall } from '../../../platform/query.ts';
import { ThumbnailStore } from '../../../platform/ui/thumbnails.tsx';
import { saveFile } from '../../../platform/save-file.ts';
import { viewerOf } from '../../preview/viewer-address.ts';
import { type LinkPaths, useLinkPaths } from '../visitor-paths.ts';
import { messageOf } from './visitor-frame.tsx';
import { LinkQuery } from './share-session.ts';

interface Target {
  id: string;
  objType: number;
  ext?: string | undefined;
}

const media = new Set(['picture', 'audio', 'video']);

/** The address of a shared item: a folder in the list, a document in its viewer. */
export function itemAddress(
  linkPaths: LinkPaths,
  token: string,
  { id, objType: type, ext }: Target,
): [path: string, query: NavigationQuery] {
  if (type !== objType.document) return [linkPaths.list, { token, parentId: id }];
  const viewer = viewerOf(ext);
  return [viewer === 'pdf' ? linkPaths.pdf : media.has(viewer) ? linkPaths.media : linkPaths.view, { token, id }];
}

/** Thumbnails of the shared items, requested in the share session. */
export const useLinkPictures = (token: string): ThumbnailStore =>
  useMemo(() => new ThumbnailStore(async (ids) => (await call(thumbnails.byLink, { token, ids }, { quiet: true })).list), [token]);

interface SharedRoot {
  isKnown: boolean;
  /** The shared item, if there is just one. */
  only: LinkItem | undefined;
  onlyDocument: boolean;
  onlyFolder: boolean;
}

/** The top level of a share. */
export function useSharedRoot(token: string): SharedRoot {
  const { data, isPending } = useCall(links.items, { token, pageNo: 1, pageSize: 2 }, { staleTime: 60_000 });
  const only = data?.totalNumber === 1 ? data.list[0] : undefined;
  const isDocument = only?.objType === objType.document;
  return { isKnown: !isPending, only, onlyDocument: isDocument, onlyFolder: only !== undefined && !isDocument };
}

/**
 * Redirects from a list of one item to it: into the folder, or to the document unless it was closed or awaits a new version. Returns true
 * while there is no list to show.
 */
export function useSingleItemRedirect(token: string, opened: OpenedShare): boolean {
  const go = useNavigate();
  const linkPaths = useLinkPaths();
  const { parentId, closed } = usePageQuery(LinkQuery);
  const { isKnown, only, onlyFolder } = useSharedRoot(token);
  const opensIt = onlyFolder || (closed === undefined && !opened.allowEdit);
  const target = parentId === undefined && opensIt ? only : undefined;
  useEffect(() => {
    if (target) go(...itemAddress(linkPaths, token, target), { replace: true });
  }, [go, linkPaths, token, target]);
  return parentId === undefined && (!isKnown || target !== undefined);
}

/** Downloads one item, or without an id all of them; shows the remaining count. */
export async function downloadItem(token: string, id: string | undefined, refused = notice.error): Promise<void> {
  try {
    const prepared =
      id === undefined ? call(links.downloadAll, { token }, { quiet: true }) : call(links.download, { token, id }, { quiet: true });
    const { downloadUrl, fileName, downloadsLeft } = await prepared;
    saveFile(downloadUrl, fileName);
    notice.success(textOf('sharing.visitor')('downloadStarted', { count: downloadsLeft }));
  } catch (error) {
    refused(messageOf(error));
  }
  await invalidateRoutes(links.info);
}

/** `downloadItem` for a button, with its busy state. */
export function useDownload(token: string, id?: string): [busy: boolean, fetch: () => void] {
  const [busy, setBusy] = useState(false);
  const run = (): void => {
    setBusy(true);
    void downloadItem(token, id).finally(() => setBusy(false));
  };
  return [busy, run];
}
