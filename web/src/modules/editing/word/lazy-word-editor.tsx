import { type ReactNode, lazy } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { ViewerMain, Waiting } from '../../preview/viewer-parts.tsx';

// megabytes, which come while the document is being opened; no other page loads them
export const loadEditor = () => import('./word-editor.tsx').then((m) => ({ default: m.WordEditor }));
export const WordEditor = lazy(loadEditor);

export function Opening(): ReactNode {
  const t = useText('editing.editor');
  return (
    <ViewerMain>
      <Waiting>
        <Spinner label={t('loading')} delay={300} />
      </Waiting>
    </ViewerMain>
  );
}
