import { content } from '@dossier/contract/documents/content';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { invalidateRoutes } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { NativeButton } from '../../../platform/ui/native-controls.tsx';
import { refreshLists } from '../../documents/areas.ts';
import type { View } from '../view-request.ts';
import { ViewerLine } from '../viewer-parts.tsx';
import styles from './pdf.module.css';

/** What changes a PDF in the window: which revision it was opened on, and how it ends. */
export interface ChangeProps {
  view: View;
  document: PDFDocumentProxy;
  /** The page that was read. */
  page: number;
  /** Back to reading; after a new version once that is shown. */
  close: (isSaved: boolean) => Promise<void>;
}

/** Steps that can be undone. */
export function useSteps<T>(start: T): { now: T; take: (next: T) => void; undo: (() => void) | undefined } {
  const [steps, setSteps] = useState<readonly T[]>([start]);
  const now = steps.at(-1) as T;
  return {
    now,
    take: (next) => setSteps((before) => [...before, next]),
    undo: steps.length > 1 ? () => setSteps((before) => before.slice(0, -1)) : undefined,
  };
}

/** After a new version: lists, versions and the window itself show it. */
export async function showSaved(): Promise<void> {
  await Promise.all([refreshLists(), invalidateRoutes(content.revisions)]);
}

interface ChangeFrameProps {
  title: string;
  /** What there is to save; leaving asks before it is lost. */
  isChanged: boolean;
  save: { label: string; run: () => void };
  undo: (() => void) | undefined;
  leave: () => void;
  tools: ReactNode;
  hint: string;
  children: ReactNode;
}

/** The document's place while it is changed: tools above, and what becomes of it. */
export function ChangeFrame({ title, isChanged, save, undo, leave, tools, hint, children }: ChangeFrameProps): ReactNode {
  const t = useText('preview.changes');
  useEffect(() => {
    if (!isChanged) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isChanged]);
  const cancel = async (): Promise<void> => {
    if (!isChanged || (await confirm({ title: t('discardQuestion'), ok: t('discard'), danger: true }))) leave();
  };
  useHotkeys({
    'mod+z': () => undo?.(),
    Escape: () => void cancel(),
  });
  return (
    <Stack cover as="section" aria-label={title} className={styles.changing}>
      <ViewerLine wrap justify="between" className={styles.bar}>
        <Row gap={1} wrap role="toolbar" aria-label={title}>
          {tools}
        </Row>
        <Row gap={2}>
          <NativeButton onClick={() => void cancel()}>{t('cancel')}</NativeButton>
          <NativeButton primary disabled={!isChanged} onClick={save.run}>
            {save.label}
          </NativeButton>
        </Row>
      </ViewerLine>
      <ViewerLine className={styles.hint}>
        <Text size="s" tone="muted" role="status">
          {hint}
        </Text>
      </ViewerLine>
      {children}
    </Stack>
  );
}
