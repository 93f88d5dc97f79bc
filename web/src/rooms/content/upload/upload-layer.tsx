import { lazy, type ReactNode, Suspense } from 'react';
import { useFileDrop } from './use-file-drop.ts';
import { useUploads } from './upload-store.ts';

const DropWords = lazy(async () => ({ default: (await import('./drop-words.tsx')).DropWords }));
const UploadTray = lazy(async () => ({ default: (await import('./upload-tray.tsx')).UploadTray }));

/** Takes dropped files everywhere in the window, and shows the tray while there are uploads. */
export function UploadLayer(): ReactNode {
  const over = useFileDrop();
  const some = useUploads((uploads) => uploads.entries.length > 0);
  return (
    <Suspense fallback={null}>
      {over !== undefined && over !== '' && <DropWords folder={over} />}
      {some && <UploadTray />}
    </Suspense>
  );
}
