import { codes } from '@dossier/contract/core/codes';
import { sharedMaps } from '@dossier/contract/editing/editing';
import {
  type Drawing,
  type DrawnElement,
  isWithinLimits,
  type JsonObject,
  parseDrawing,
  type ReadDrawing,
  UnreadableDrawing,
} from '@dossier/formats/drawing/excalidraw';
import type * as Y from 'yjs';
import { Refusal } from '../../../platform/refusal.ts';
import { rewrittenDrawing } from '../drawings/edited-drawings.ts';
import { yjsJournal } from './yjs-journal.ts';

/** The shared maps of a drawing. */
export const sharedDrawing = (doc: Y.Doc) => ({
  elements: doc.getMap<DrawnElement>(sharedMaps.elements),
  files: doc.getMap<JsonObject>(sharedMaps.files),
  app: doc.getMap<JsonObject[string]>(sharedMaps.app),
});

function readDrawing(bytes: Buffer): ReadDrawing {
  try {
    const drawing = parseDrawing(bytes);
    if (!isWithinLimits(drawing)) throw new UnreadableDrawing('too large');
    return drawing;
  } catch (error) {
    if (error instanceof UnreadableDrawing) throw new Refusal(codes.editFallsBackToView);
    throw error;
  }
}

/** Drawings: each element, picture and setting is one value, which the last writer gives. */
export const drawingJournal = yjsJournal({
  read({ bytes }, doc) {
    const drawing = readDrawing(bytes);
    const shared = sharedDrawing(doc);
    doc.transact(() => {
      for (const [id, element] of drawing.elements) shared.elements.set(id, element);
      for (const [id, file] of drawing.files) shared.files.set(id, file);
      for (const [name, value] of drawing.app) shared.app.set(name, value);
    });
    return '';
  },
  encodingOf: () => '',
  async write(base, doc) {
    const { elements, files, app } = sharedDrawing(doc);
    const drawing: Drawing = { elements: new Map(elements.entries()), files: new Map(files.entries()), app: new Map(app.entries()) };
    return { bytes: await rewrittenDrawing(base, drawing), encoding: '' };
  },
});

/** The file of a new drawing. */
export const emptyDrawing = (): Buffer =>
  Buffer.from(`${JSON.stringify({ type: 'excalidraw', version: 2, source: 'Dossier', elements: [], appState: {}, files: {} }, null, 2)}\n`);
