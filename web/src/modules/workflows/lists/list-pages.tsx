import type { FlowScope } from '@dossier/contract/workflows/flow-shapes';
import type { ReactNode } from 'react';
import { usePageQuery } from '../../../platform/navigation.ts';
import { idParam } from '../../../platform/page-query.ts';
import { FlowPage } from '../detail/flow-page.tsx';
import { draftsPath, finishedPath, handledPath, minePath, waitingPath } from '../paths.ts';
import { FlowList } from './flow-list.tsx';

const Query = { flowId: idParam };

/** A list of flows, or the one that the address names. */
function ListOrFlow({ scope, path }: { scope: FlowScope; path: string }): ReactNode {
  const { flowId } = usePageQuery(Query);
  return flowId === undefined ? <FlowList key={scope} scope={scope} path={path} /> : <FlowPage key={flowId} id={flowId} back={path} />;
}

/** What waits for the person. */
export const WaitingPage = (): ReactNode => <ListOrFlow scope="waiting" path={waitingPath} />;

/** What the person applied for. */
export const MinePage = (): ReactNode => <ListOrFlow scope="mine" path={minePath} />;

/** What lies with the person: drafts, and what came back. */
export const DraftsPage = (): ReactNode => <ListOrFlow scope="drafts" path={draftsPath} />;

/** What the person has decided. */
export const HandledPage = (): ReactNode => <ListOrFlow scope="handled" path={handledPath} />;

/** What has ended. */
export const FinishedPage = (): ReactNode => <ListOrFlow scope="finished" path={finishedPath} />;
