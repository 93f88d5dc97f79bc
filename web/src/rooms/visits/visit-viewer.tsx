import { links } from '@dossier/contract/shares';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { type CallError, call } from '../../ground/call.ts';
import { useGo, usePageQuery } from '../../ground/go.ts';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { refresh } from '../../ground/query.ts';
import { useText } from '../../ground/text.ts';
import { Waiting } from '../../ground/ui/waiting.tsx';
import { type Reader, ReaderContext } from '../viewer/reader.ts';
import type { View } from '../viewer/ask-view.ts';
import { DocumentWindow } from '../preview/viewer-page.tsx';
import { useAround } from './use-around.ts';
import { useWay } from './addresses.ts';
import { ClosedCard } from './closed-card.tsx';
import { LinkQuery } from './link-query.ts';
import { fetchItem } from './use-fetching.ts';
import { useOpened, useVisit } from './use-visit.ts';
import styles from './visits.module.css';

/** A shared document in the window of its kind: the same windows as for people who sign in, by the visit's rights. */
export function VisitViewer(): ReactNode {
  const token = useVisit();
  const { id } = usePageQuery(LinkQuery);
  if (token === undefined) return null;
  return id === undefined ? <NoDocument token={token} /> : <Shown key={id} token={token} id={id} />;
}

function Shown({ token, id }: { token: string; id: string }): ReactNode {
  const t = useText('visits');
  const go = useGo();
  const { list } = useWay();
  const { parentId } = usePageQuery(LinkQuery);
  const reader = useReader(token, id);
  // Asked once for each opening: each asking counts as one look.
  const view = useQuery<View, CallError>({
    queryKey: [links.view.path, token, id],
    queryFn: async ({ signal }) => ({ ...(await call(links.view, { token, id }, { quiet: true, signal })), version: 1 }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  const late = useDelayed(view.isLoading);
  const again = async (): Promise<boolean> => (await view.refetch()).isSuccess;
  if (view.error && !view.data)
    return (
      <ClosedCard
        error={view.error}
        retry={() => void again()}
        toList={() => go(list, { token, parentId, closed: 1 }, { replace: true })}
      />
    );
  if (!view.data) return late && <Waiting className={styles.waiting} label={t('opening')} />;
  return (
    <ReaderContext value={reader}>
      <DocumentWindow view={view.data} query={{ id }} again={again} />
    </ReaderContext>
  );
}

/** A visitor reads by the visit: prints and downloads are counted by its link. */
function useReader(token: string, id: string): Reader {
  const go = useGo();
  const { list } = useWay();
  const { parentId, by, desc } = usePageQuery(LinkQuery);
  const { history } = useRouter();
  const around = useAround(token, id);
  const opened = useOpened(token).data;
  const printsLeft = opened?.printsLeft;
  const mayDownload = opened?.allowDownload === true && !opened.onlyUpload && opened.downloadsLeft > 0;
  return useMemo(
    () => ({
      print: async (target) => {
        const answer = await call(links.print, { token, id: target.id });
        void refresh(links.info);
        return answer;
      },
      download: (target, refused) => fetchItem(token, target.id, refused),
      // Whoever came by the address of a document has no list behind them.
      leave: () => (history.canGoBack() ? history.back() : go(list, { token, parentId, by, desc, closed: 1 }, { replace: true })),
      isVisitor: true,
      printsLeft,
      mayDownload,
      around,
    }),
    [go, history, list, token, parentId, by, desc, printsLeft, mayDownload, around],
  );
}

function NoDocument({ token }: { token: string }): ReactNode {
  const t = useText('visits');
  const go = useGo();
  const { list } = useWay();
  return (
    <div className={styles.empty}>
      <p>{t('nothingToShow')}</p>
      <button type="button" className={styles.plain} onClick={() => go(list, { token })}>
        {t('toList')}
      </button>
    </div>
  );
}
