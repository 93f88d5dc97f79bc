import { objType } from '@dossier/contract/core/rights';
import { thumbnails } from '@dossier/contract/preview/thumbnails';
import { type LinkItem, type OpenedShare, links } from '@dossier/contract/sharing/shares';
import { useEffect, useMemo, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { textOf } from '../../../platform/i18n.ts';
import { type NavigationQuery, useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { invalidateRoutes, useCall } from '../../../platform/query.ts';
import { ThumbnailStore } from '../../../platform/thumbnails.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { viewerOf } from '../../preview/viewer-address.ts';
import { type LinkPaths, useLinkPaths } from '../visitor-paths.ts';
import { messageOf } from './closed-link-card.tsx';
import { LinkQuery } from './share-session.ts';

interface Target {
  id: string;
  objType: number;
  ext?: string | undefined;
}

const media = new Set(['picture', 'audio', 'video']);

/** Where an item of a link is shown: a folder in the list, a document in the viewer of its kind. */
export function itemAddress(way: LinkPaths, token: string, { id, objType: type, ext }: Target): [path: string, query: NavigationQuery] {
  if (type !== objType.document) return [way.list, { token, parentId: id }];
  const viewer = viewerOf(ext);
  return [viewer === 'pdf' ? way.pdf : media.has(viewer) ? way.media : way.view, { token, id }];
}

/** The small pictures of what is shared, asked for by the visit. */
export const useLinkPictures = (token: string): ThumbnailStore =>
  useMemo(() => new ThumbnailStore(async (ids) => (await call(thumbnails.byLink, { token, ids }, { quiet: true })).list), [token]);

interface SharedRoot {
  isKnown: boolean;
  /** The one item that is shared, where it is one. */
  only: LinkItem | undefined;
  onlyDocument: boolean;
  onlyFolder: boolean;
}

/** What stands at the top of a link. */
export function useSharedRoot(token: string): SharedRoot {
  const { data, isPending } = useCall(links.items, { token, pageNo: 1, pageSize: 2 }, { staleTime: 60_000 });
  const only = data?.totalNumber === 1 ? data.list[0] : undefined;
  const isDocument = only?.objType === objType.document;
  return { isKnown: !isPending, only, onlyDocument: isDocument, onlyFolder: only !== undefined && !isDocument };
}

/** Leads from a list of one item on to it: into the folder, or to the document unless it was closed or is to be sent back. Answers whether there is no list to show. */
export function useSingleItemRedirect(token: string, opened: OpenedShare): boolean {
  const go = useNavigate();
  const way = useLinkPaths();
  const { parentId, closed } = usePageQuery(LinkQuery);
  const { isKnown, only, onlyFolder } = useSharedRoot(token);
  const opensIt = onlyFolder || (closed === undefined && !opened.allowEdit);
  const target = parentId === undefined && opensIt ? only : undefined;
  useEffect(() => {
    if (target) go(...itemAddress(way, token, target), { replace: true });
  }, [go, way, token, target]);
  return parentId === undefined && (!isKnown || target !== undefined);
}

/** Fetches one item, or without an id all that is shared; says what is left of the count. */
export async function downloadItem(token: string, id: string | undefined, refused = notice.error): Promise<void> {
  try {
    const given =
      id === undefined ? call(links.downloadAll, { token }, { quiet: true }) : call(links.download, { token, id }, { quiet: true });
    const { downloadUrl, fileName, downloadsLeft } = await given;
    saveFile(downloadUrl, fileName);
    notice.success(textOf('sharing.visitor')('downloadStarted', { count: downloadsLeft }));
  } catch (error) {
    refused(messageOf(error));
  }
  await invalidateRoutes(links.info);
}

/** The same for a button: while one is asked for, no second one is. */
export function useDownload(token: string, id?: string): [busy: boolean, fetch: () => void] {
  const [busy, setBusy] = useState(false);
  const run = (): void => {
    setBusy(true);
    void downloadItem(token, id).finally(() => setBusy(false));
  };
  return [busy, run];
}
