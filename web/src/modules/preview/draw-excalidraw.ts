import { exportToSvg, restore } from '@excalidraw/excalidraw';
import type { ExcalidrawElement, NonDeleted } from '@excalidraw/excalidraw/element/types';
import type { AppState, BinaryFiles } from '@excalidraw/excalidraw/types';

/** Elements that are drawn; more would block the browser for long. */
const maxElements = 50_000;
/** The largest side of an element, in pixels: the library draws the hatching of a shape line by line. */
const maxSide = 1_000_000;
/** Space around the drawing, in pixels. */
export const drawingMargin = 16;

/** A drawing that is shown: elements that are not deleted, settings of the canvas, and pictures. */
export interface DrawnScene {
  elements: readonly NonDeleted<ExcalidrawElement>[];
  appState: Partial<AppState>;
  files: BinaryFiles;
}

const isBounded = ({ x, y, width, height }: ExcalidrawElement): boolean =>
  [x, y, width, height].every((side) => Number.isFinite(side) && Math.abs(side) <= maxSide);

/** The scene of a file; throws where it is none. */
export function readScene(text: string): DrawnScene {
  const data = JSON.parse(text) as Parameters<typeof restore>[0] & { type?: unknown };
  if (data.type !== 'excalidraw' || !Array.isArray(data.elements) || data.elements.length > maxElements) throw new Error('no drawing');
  const { elements, appState, files } = restore(data, null, null);
  return {
    elements: elements.filter(
      (element): element is NonDeleted<typeof element> => !element.isDeleted && element.type !== 'iframe' && isBounded(element),
    ),
    appState: { viewBackgroundColor: appState.viewBackgroundColor },
    files,
  };
}

/** A scene as a picture with its fonts in it, on its own ground. Pages of elsewhere are drawn as empty boxes. */
export async function drawScene({ elements, appState, files }: DrawnScene): Promise<Blob> {
  const svg = await exportToSvg({
    elements,
    appState: { ...appState, exportBackground: true, exportWithDarkMode: false, exportEmbedScene: false },
    files,
    exportPadding: drawingMargin,
    renderEmbeddables: false,
  });
  return new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' });
}
