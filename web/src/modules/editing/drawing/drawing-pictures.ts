import { exportToBlob } from '@excalidraw/excalidraw';
import type { ExcalidrawImperativeAPI } from '@excalidraw/excalidraw/types';
import { saveFile } from '../../../platform/save-file.ts';
import { drawScene } from '../../preview/draw-excalidraw.ts';

export type PictureType = 'png' | 'svg';

export interface Picture {
  /** The name of the drawing. */
  name: string;
  type: PictureType;
}

/** Pixels of the picture to one of the drawing: sharp on paper and on dense screens. */
const scale = 2;
const margin = 16;
/** Browsers make no larger picture. */
const maxPixels = 16_384;

/** The drawing as a picture, as it is now. */
export async function pictureOf(api: ExcalidrawImperativeAPI, { name, type }: Picture): Promise<File> {
  const { viewBackgroundColor } = api.getAppState();
  const scene = { elements: api.getSceneElements(), appState: { viewBackgroundColor }, files: api.getFiles() };
  const blob =
    type === 'svg'
      ? await drawScene(scene)
      : await exportToBlob({
          ...scene,
          appState: { viewBackgroundColor, exportBackground: true, exportWithDarkMode: false, exportEmbedScene: false },
          mimeType: 'image/png',
          exportPadding: margin,
          getDimensions: (width: number, height: number) => {
            const fitting = Math.min(scale, maxPixels / Math.max(1, width, height));
            return { width: width * fitting, height: height * fitting, scale: fitting };
          },
        });
  return new File([blob], `${name.replace(/\.excalidraw$/i, '')}.${type}`, { type: blob.type });
}

/** Downloads the drawing as a picture. */
export async function savePicture(api: ExcalidrawImperativeAPI, picture: Picture): Promise<void> {
  const file = await pictureOf(api, picture);
  const address = URL.createObjectURL(file);
  saveFile(address, file.name);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
