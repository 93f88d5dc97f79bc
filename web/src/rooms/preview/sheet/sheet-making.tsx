import { looks } from '@dossier/contract/looks';
import type { OutputOf } from '@dossier/contract/route';
import { right } from '@dossier/contract/rights';
import { Button } from 'antd';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type CallError, call } from '../../../ground/call.ts';
import { useText } from '../../../ground/text.ts';
import { ErrorBox } from '../../../ground/ui/error-box.tsx';
import { Waiting } from '../../../ground/ui/waiting.tsx';
import { DocumentCard } from '../viewer/document-card.tsx';
import { usePrintGuard } from '../viewer/use-print-guard.ts';
import type { View } from '../viewer/use-view.ts';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';
import styles from './sheet.module.css';

type State = OutputOf<typeof looks.state>;

interface MakingProps {
  view: View;
  currentRev?: string | undefined;
  start: ReactNode;
  children: ReactNode;
}

/** What is shown while a workbook is being read, and why it could not be; then the workbook. */
export function SheetMaking({ view, currentRev, start, children }: MakingProps): ReactNode {
  const made = useMaking(view.look);
  usePrintGuard((view.rights & right.print) !== 0, false);
  if (made.data?.state === 'ready') return children;
  return (
    <ViewerFrame view={view} currentRev={currentRev} start={start}>
      {made.error ? (
        <ErrorBox error={made.error} retry={() => void made.refetch()} />
      ) : made.data?.state === 'failed' ? (
        <NotRead
          view={view}
          currentRev={currentRev}
          reason={made.data.reason ?? 'broken'}
          again={() => void tryAgain(view.look).then(() => made.refetch())}
        />
      ) : (
        <Reading />
      )}
    </ViewerFrame>
  );
}

function useMaking(look: string) {
  return useQuery<State, CallError>({
    queryKey: [looks.state.path, look],
    queryFn: ({ signal }) => call(looks.state, { look, wait: true }, { quiet: true, signal }),
    // the server answers when it is done, or after a while
    refetchInterval: ({ state }) => (state.data?.state === 'making' ? 200 : false),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

const tryAgain = (look: string): Promise<unknown> => call(looks.again, { look });

function Reading(): ReactNode {
  const t = useText('sheets');
  return (
    <div className={styles.waiting}>
      <Waiting label={t('reading')} delay={150} />
      <p>{t('reading')}</p>
    </div>
  );
}

interface NotReadProps {
  view: View;
  currentRev?: string | undefined;
  reason: NonNullable<State['reason']>;
  again: () => void;
}

/** Trying again cannot help against a password or against what the file is. */
const final: ReadonlySet<string> = new Set(['encrypted', 'unsupported', 'too-large']);

function NotRead({ view, currentRev, reason, again }: NotReadProps): ReactNode {
  const t = useText('sheets');
  return (
    <div className={styles.failed} role="alert">
      <DocumentCard view={view} currentRev={currentRev} reason={t(wordOf[reason])} />
      {!final.has(reason) && <Button onClick={again}>{t('tryAgain')}</Button>}
    </div>
  );
}

const wordOf = {
  timeout: 'failedTimeout',
  memory: 'failedMemory',
  crashed: 'failedCrashed',
  broken: 'failedBroken',
  encrypted: 'failedEncrypted',
  'too-large': 'failedLarge',
  unsupported: 'failedUnsupported',
  'no-output': 'failedCrashed',
  'no-engine': 'failedCrashed',
} as const;
