import type { OpenedShare } from '@dossier/contract/sharing/shares';
import { type ReactNode, useCallback, useEffect } from 'react';
import { useRouter } from '@tanstack/react-router';
import { useText } from '../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../platform/navigation.ts';
import { useDelayed } from '../../platform/ui/hooks.ts';
import { ProveName } from './visitor/prove-name.tsx';
import { LinkQuery, useShareSession, useSharedLink } from './visitor/share-session.ts';
import { ClosedCard, MessageCard } from './visitor/visitor-frame.tsx';
import { useLinkPaths } from './visitor-paths.ts';

/** A shared document, and the ways from it. */
export interface ProvenVisit {
  token: string;
  id: string;
  /** Goes back to where the visitor came from. */
  leave: () => void;
  /** Shows the document. */
  view: () => void;
}

interface ProvenVisitorProps {
  children: (visit: ProvenVisit) => ReactNode;
}

/** A page for visitors whose name is proven, about the document of its address; asks the others for an address first. */
export function ProvenVisitor(props: ProvenVisitorProps): ReactNode {
  const token = useShareSession();
  return token === undefined ? null : <Visit token={token} {...props} />;
}

function Visit({ token, children }: ProvenVisitorProps & { token: string }): ReactNode {
  const t = useText('sharing.visitor');
  const opened = useSharedLink(token);
  const late = useDelayed(opened.isLoading);
  if (opened.error && !opened.data) return <ClosedCard error={opened.error} retry={() => void opened.refetch()} />;
  if (!opened.data) return late && <MessageCard title={t('opening')} />;
  return (
    <Known token={token} opened={opened.data}>
      {children}
    </Known>
  );
}

function Known({ token, opened, children }: ProvenVisitorProps & { token: string; opened: OpenedShare }): ReactNode {
  const go = useNavigate();
  const { list, view: viewPath } = useLinkPaths();
  const { id, parentId, by, desc } = usePageQuery(LinkQuery);
  const { history } = useRouter();
  const leave = useCallback(
    () => (history.canGoBack() ? history.back() : go(list, { token, parentId, by, desc, closed: 1 }, { replace: true })),
    [history, go, list, token, parentId, by, desc],
  );
  const view = useCallback(
    () => go(viewPath, { token, id, parentId, by, desc }, { replace: true }),
    [go, viewPath, token, id, parentId, by, desc],
  );
  useEffect(() => {
    if (id === undefined) go(list, { token }, { replace: true });
  }, [go, list, token, id]);
  if (id === undefined) return null;
  if (opened.editsOnline && !opened.isProven) return <ProveName token={token} purpose="edit" leave={leave} />;
  return children({ token, id, leave, view });
}
