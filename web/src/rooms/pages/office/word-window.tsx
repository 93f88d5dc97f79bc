import { right } from '@dossier/contract/rights';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readBytes } from '../../../ground/call.ts';
import { useText } from '../../../ground/text.ts';
import { Waiting } from '../../../ground/ui/waiting.tsx';
import { CardInstead } from '../../viewer/not-shown.ts';
import { usePrintGuard } from '../../viewer/use-print-guard.ts';
import { ViewerFrame } from '../../viewer/viewer-frame.tsx';
import type { WindowProps } from '../../viewer/window-props.ts';
import styles from './office.module.css';
import { pageOfWord } from './page-of-word.ts';

/** A document of a word processor as the browser draws it, where the server has no office engine: near to how it is printed, not equal. */
export function WordWindow({ view, query: { currentRev } }: WindowProps): ReactNode {
  const t = useText('viewer');
  usePrintGuard((view.rights & right.print) !== 0, false);
  const page = useQuery({
    queryKey: ['word page', view.streamUrl],
    queryFn: async ({ signal }) => pageOfWord(await readBytes(view.streamUrl, signal)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return (
    <ViewerFrame view={view} currentRev={currentRev}>
      {page.isPending && <Waiting className={styles.waiting} label={t('loading')} delay={150} />}
      {page.error && <CardInstead view={view} currentRev={currentRev} reason={t('failBroken')} />}
      {page.data && (
        <>
          <p className={styles.note}>{t('drawnHere')}</p>
          <iframe className={styles.page} title={view.name} srcDoc={page.data} sandbox="" referrerPolicy="no-referrer" />
        </>
      )}
    </ViewerFrame>
  );
}
