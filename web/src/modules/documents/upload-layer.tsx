import { type ReactNode, Suspense, lazy, useEffect, useState } from 'react';
import { droppedFiles, useUploads } from './upload-entries.ts';

let highlighted: HTMLElement | undefined;

function highlight(place: HTMLElement | undefined): void {
  if (highlighted === place) return;
  highlighted?.removeAttribute('data-files-over');
  place?.setAttribute('data-files-over', '');
  highlighted = place;
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

/** The drop target for files under the pointer: an element with `data-upload`. */
function targetOf(event: DragEvent): HTMLElement | undefined {
  return (event.target instanceof Element ? event.target.closest<HTMLElement>('[data-upload]:not(input)') : null) ?? undefined;
}

/** Whether the place under the pointer takes files by itself. */
const isTakenThere = (event: DragEvent): boolean => event.target instanceof Element && event.target.closest('[data-takes-files]') !== null;

/** Accepts files and folders dropped on a list, row, card or tree node that allows it; returns the name of the one under the pointer. */
function useFileDrop(): string | undefined {
  const [name, setName] = useState<string>();
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Otherwise the browser would open a file dropped elsewhere and leave the page.
      event.preventDefault();
      const place = targetOf(event);
      highlight(place);
      setName(place?.dataset.name);
      if (isTakenThere(event)) return;
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = place === undefined ? 'none' : 'copy';
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      const place = targetOf(event);
      highlight(undefined);
      setName(undefined);
      if (place?.dataset.upload === undefined || isTakenThere(event)) return;
      const target = { id: place.dataset.upload, name: place.dataset.name ?? '' };
      void droppedFiles(event.dataTransfer)
        .then(async (files) => (await import('./upload-queue.ts')).startUpload(files, target))
        .catch(() => undefined);
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget !== null) return;
      highlight(undefined);
      setName(undefined);
    };
    addEventListener('dragover', onOver);
    addEventListener('drop', onDrop);
    addEventListener('dragleave', onLeave);
    return () => {
      removeEventListener('dragover', onOver);
      removeEventListener('drop', onDrop);
      removeEventListener('dragleave', onLeave);
    };
  }, []);
  return name;
}

const DropOverlay = lazy(async () => ({ default: (await import('./uploads/upload-tray.tsx')).DropOverlay }));
const UploadTray = lazy(async () => ({ default: (await import('./uploads/upload-tray.tsx')).UploadTray }));

/** Accepts dropped files everywhere in the window, and shows the tray while there are uploads. */
export function UploadLayer(): ReactNode {
  const over = useFileDrop();
  const some = useUploads((uploads) => uploads.entries.length > 0);
  return (
    <Suspense fallback={null}>
      {over !== undefined && over !== '' && <DropOverlay folder={over} />}
      {some && <UploadTray />}
    </Suspense>
  );
}
