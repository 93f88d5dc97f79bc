import { library } from '@dossier/contract/documents/library';
import { exportToBlob } from '@excalidraw/excalidraw';
import type { ExcalidrawImperativeAPI } from '@excalidraw/excalidraw/types';
import { call } from '../../../platform/call.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { isEnded, useUploads } from '../../documents/upload-entries.ts';
import { startUpload } from '../../documents/upload-queue.ts';
import { drawScene } from '../../preview/draw-excalidraw.ts';

export type PictureType = 'png' | 'svg';

interface Picture {
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
async function pictureOf(api: ExcalidrawImperativeAPI, { name, type }: Picture): Promise<File> {
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

/** Saves the drawing as a picture beside it, and answers its name; undefined where nothing was saved in the end. */
export async function savePictureBeside(
  api: ExcalidrawImperativeAPI,
  { id, ...picture }: Picture & { id: string },
): Promise<string | undefined> {
  const { parentId, path } = await call(library.documentDetail, { id });
  if (parentId === undefined) throw new Error('the folder is not visible');
  const file = await pictureOf(api, picture);
  const [upload] = await startUpload([{ file, folderPath: '' }], { id: parentId, name: path.split('/').at(-2) ?? path });
  if (upload === undefined) return undefined;
  const { state, reason } = await ended(upload);
  if (state === 'failed') throw new Error(reason);
  return state === 'done' ? file.name : undefined;
}

/** An upload, once it has ended. */
const ended = (id: string) =>
  new Promise<{ state: string; reason?: string | undefined }>((resolve) => {
    const look = (): boolean => {
      const entry = useUploads.getState().entries.find((one) => one.id === id);
      if (entry !== undefined && !isEnded(entry.state)) return false;
      resolve(entry ?? { state: 'skipped' });
      return true;
    };
    if (look()) return;
    const stop = useUploads.subscribe(() => {
      if (look()) stop();
    });
  });
