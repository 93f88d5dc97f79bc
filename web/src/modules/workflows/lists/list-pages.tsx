import type { FlowScope } from '@dossier/contract/workflows/flow-shapes';
import type { ReactNode } from 'react';
import { usePageQuery } from '../../../platform/navigation.ts';
import { idParam } from '../../../platform/page-query.ts';
import { FlowPage } from '../detail/flow-page.tsx';
import { draftsPath, finishedPath, handledPath, minePath, waitingPath } from '../paths.ts';
import { FlowList } from './flow-list.tsx';

const Query = { flowId: idParam };

/** A list of flows, or the flow in the address. */
function ListOrFlow({ scope, path }: { scope: FlowScope; path: string }): ReactNode {
  const { flowId } = usePageQuery(Query);
  return flowId === undefined ? <FlowList key={scope} scope={scope} path={path} /> : <FlowPage key={flowId} id={flowId} back={path} />;
}

/** Flows waiting for the user. */
export const WaitingPage = (): ReactNode => <ListOrFlow scope="waiting" path={waitingPath} />;

/** Flows that the user applied for. */
export const MinePage = (): ReactNode => <ListOrFlow scope="mine" path={minePath} />;

/** The user's drafts and returned flows. */
export const DraftsPage = (): ReactNode => <ListOrFlow scope="drafts" path={draftsPath} />;

/** Flows that the user has decided. */
export const HandledPage = (): ReactNode => <ListOrFlow scope="handled" path={handledPath} />;

/** Ended flows. */
export const FinishedPage = (): ReactNode => <ListOrFlow scope="finished" path={finishedPath} />;
