import { sharedMaps } from '@dossier/contract/editing/editing';
import type * as Y from 'yjs';

/** A drawing as its window has it, for who wants to keep what the server does not have. */
export function drawingFile(doc: Y.Doc): Blob {
  const of = (name: keyof typeof sharedMaps) => doc.getMap<Record<string, unknown>>(sharedMaps[name]);
  const elements = [...of('elements').values()]
    .filter(({ isDeleted }) => isDeleted !== true)
    .sort((one, other) => (String(one.index) < String(other.index) ? -1 : 1));
  const file = { type: 'excalidraw', version: 2, source: 'Dossier', elements, appState: of('app').toJSON(), files: of('files').toJSON() };
  return new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' });
}
