import { sharedMaps } from '@dossier/contract/editing/editing';
import type * as Y from 'yjs';

/** A drawing as its window has it, for who wants to keep what the server does not have. */
export function drawingFile(doc: Y.Doc): Blob {
  const elements = [...doc.getMap<{ isDeleted?: boolean; index?: string | null }>(sharedMaps.elements).values()]
    .filter(({ isDeleted }) => isDeleted !== true)
    .toSorted((one, other) => ((one.index ?? '') < (other.index ?? '') ? -1 : 1));
  const file = {
    type: 'excalidraw',
    version: 2,
    source: 'Dossier',
    elements,
    appState: doc.getMap(sharedMaps.app).toJSON(),
    files: doc.getMap(sharedMaps.files).toJSON(),
  };
  return new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' });
}
