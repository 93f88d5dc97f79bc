import { listings } from '@dossier/contract/listings';
import { CallError, call } from '../../ground/call.ts';
import { notice } from '../../ground/notice.ts';
import { save } from '../content/download-document.ts';

/** Downloads a file out of an archive or a mail by the look that it was opened with; what it is refused for is told to `refused`. */
export async function takeOpened(look: string, refused: (message: string) => void = notice.error): Promise<void> {
  try {
    const { downloadUrl, fileName } = await call(listings.take, { look }, { quiet: true });
    save(downloadUrl, fileName);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    refused(error.message);
  }
}

/** Downloads one that nobody has opened yet. */
export async function takeEntry(look: string, place: number): Promise<void> {
  try {
    const view = await call(listings.open, { look, place });
    await takeOpened(view.look);
  } catch (error) {
    // what the server refuses has been said
    if (!(error instanceof CallError)) throw error;
  }
}
