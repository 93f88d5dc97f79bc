import { library } from '@dossier/contract/documents/library';
import type { ExcalidrawImperativeAPI } from '@excalidraw/excalidraw/types';
import { call } from '../../../platform/call.ts';
import { tellOtherTabs } from '../../documents/list-news.ts';
import { isEnded, useUploads } from '../../documents/upload-entries.ts';
import { startUpload } from '../../documents/upload-queue.ts';
import { type Picture, pictureOf } from './drawing-pictures.ts';

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
  if (state === 'done') tellOtherTabs();
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
