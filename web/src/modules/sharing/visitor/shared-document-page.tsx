import { visitorEditorOf } from '@dossier/contract/core/file-types';
import { objType, right } from '@dossier/contract/core/rights';
import { links } from '@dossier/contract/sharing/shares';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { type CallError, call } from '../../../platform/call.ts';
import { focusCommentField, useCommentPlaces } from '../../../platform/comment-places.ts';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { invalidateRoutes, useCall } from '../../../platform/query.ts';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { Stack, Text } from '../../../platform/ui/layout.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { showTabOf } from '../../../platform/wanted-tab.ts';
import { type Reader, ReaderContext } from '../../preview/reader.ts';
import type { View } from '../../preview/view-request.ts';
import { DocumentWindow } from '../../preview/viewer-page.tsx';
import { useLinkPaths } from '../visitor-paths.ts';
import { useLinkComments } from './link-comments.tsx';
import { ProveName } from './prove-name.tsx';
import { LinkQuery, sortingOf, useShareSession, useSharedLink } from './share-session.ts';
import { downloadItem, itemAddress } from './shared-items.ts';
import { ClosedCard, ShareFacts, VisitorButton } from './visitor-frame.tsx';
import styles from './visitor.module.css';

/** The most neighbours, which is one answer of the list; beyond it there is no stepping. */
const maxNeighbours = 1000;

/** The previous and next documents, in the order of the list; undefined for a single one. */
export function useNeighbours(token: string, id: string): Reader['around'] {
  const go = useNavigate();
  const linkPaths = useLinkPaths();
  const { parentId, by, desc } = usePageQuery(LinkQuery);
  const input = { token, parentId, pageNo: 1, pageSize: maxNeighbours, ...sortingOf({ by, desc }) };
  const { data } = useCall(links.items, input, { staleTime: 60_000 });
  return useMemo(() => {
    const documents = data?.list.filter((item) => item.objType === objType.document) ?? [];
    const at = documents.findIndex((item) => item.id === id);
    if (at < 0 || documents.length < 2) return undefined;
    const to = (step: number): (() => void) | undefined => {
      const other = documents[at + step];
      if (other === undefined) return undefined;
      const [path, query] = itemAddress(linkPaths, token, other);
      // Closing returns to the list, however many documents were viewed.
      return () => go(path, { ...query, parentId, by, desc }, { replace: true });
    };
    return { previous: to(-1), next: to(1) };
  }, [data, id, go, linkPaths, token, parentId, by, desc]);
}

/** A shared document in the window of its kind: the same windows as for users, with the share session's rights. */
export function SharedDocumentPage(): ReactNode {
  const token = useShareSession();
  const { id } = usePageQuery(LinkQuery);
  if (token === undefined) return null;
  return id === undefined ? <NoDocument token={token} /> : <SharedDocument key={id} token={token} id={id} />;
}

function SharedDocument({ token, id }: { token: string; id: string }): ReactNode {
  const t = useText('sharing.visitor');
  const go = useNavigate();
  const { list } = useLinkPaths();
  const { parentId } = usePageQuery(LinkQuery);
  const [isProving, setProving] = useState(false);
  const prove = useCallback(() => setProving(true), []);
  const { data: opened, isLoading: isOpening } = useSharedLink(token);
  const isProven = opened?.isProven === true;
  // not the frame that is shown while the document is being prepared, and goes with what was opened in it
  const isViewed = useCommentPlaces(({ viewed }) => viewed?.id === id);
  useEffect(() => {
    if (!isProving || !isProven || !isViewed) return;
    setProving(false);
    showTabOf(id, 'comments');
    focusCommentField();
  }, [isProving, isProven, isViewed, id]);
  const own = useReader(token, id);
  // Requested once per opening: each request counts as a view.
  const view = useQuery<View & { revisionId: string }, CallError>({
    queryKey: [links.view.path, token, id],
    queryFn: async ({ signal }) => ({ ...(await call(links.view, { token, id }, { quiet: true, signal })), version: 1, versionLabel: '' }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  const comments = useLinkComments({ token, id, revisionId: view.data?.revisionId, opened, prove });
  const reader = useMemo(() => ({ ...own, comments }), [own, comments]);
  const late = useDelayed(view.isLoading || isOpening);
  const again = async (): Promise<boolean> => (await view.refetch()).isSuccess;
  if (view.error && !view.data)
    return (
      <ClosedCard
        error={view.error}
        retry={() => void again()}
        toList={() => go(list, { token, parentId, closed: 1 }, { replace: true })}
      />
    );
  // the line under the bar moves no document that is shown already
  if (!view.data || isOpening) return late && <Spinner className={styles.empty} label={t('opening')} />;
  if (isProving && opened?.isProven === false) return <ProveName token={token} purpose="comment" leave={() => setProving(false)} />;
  return (
    <ReaderContext value={reader}>
      <DocumentWindow view={view.data} query={{ id }} again={again} />
    </ReaderContext>
  );
}

/** The reader of a visitor: prints and downloads are counted by the share. */
function useReader(token: string, id: string): Reader {
  const go = useNavigate();
  const { list, edit } = useLinkPaths();
  const { parentId, by, desc } = usePageQuery(LinkQuery);
  const { history } = useRouter();
  const around = useNeighbours(token, id);
  const opened = useSharedLink(token).data;
  const facts = useMemo(() => opened && <ShareFacts opened={opened} />, [opened]);
  const printsLeft = opened?.printsLeft;
  const editsOnline = opened?.editsOnline === true;
  const mayDownload = opened?.allowDownload === true && !opened.onlyUpload && opened.downloadsLeft > 0;
  return useMemo(
    () => ({
      print: async (target) => {
        const answer = await call(links.print, { token, id: target.id });
        void invalidateRoutes(links.info);
        return answer;
      },
      download: (target, refused) => downloadItem(token, target.id, refused),
      // A visitor who entered by a document's address has no list in the history.
      leave: () => (history.canGoBack() ? history.back() : go(list, { token, parentId, by, desc, closed: 1 }, { replace: true })),
      isVisitor: true,
      facts,
      printsLeft,
      mayDownload,
      editorOf: (view) =>
        editsOnline && (view.rights & right.modify) !== 0 && visitorEditorOf(view.ext, view.size) !== undefined
          ? () => go(edit, { token, id: view.id, parentId, by, desc }, { replace: true })
          : undefined,
      around,
    }),
    [go, history, list, edit, token, parentId, by, desc, printsLeft, mayDownload, editsOnline, facts, around],
  );
}

function NoDocument({ token }: { token: string }): ReactNode {
  const t = useText('sharing.visitor');
  const go = useNavigate();
  const { list } = useLinkPaths();
  return (
    <Stack gap={4} align="center" className={styles.empty}>
      <Text as="p">{t('nothingToShow')}</Text>
      <VisitorButton onClick={() => go(list, { token })}>{t('toList')}</VisitorButton>
    </Stack>
  );
}
