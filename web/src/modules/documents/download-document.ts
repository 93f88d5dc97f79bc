import { content } from '@dossier/contract/documents/content';
import { CallError, call } from '../../platform/call.ts';
import { notice } from '../../platform/notices.ts';
import { saveFile } from '../../platform/save-file.ts';

/** Downloads one revision of a document; an overlay that covers notices passes its own `refused`. */
export async function downloadDocument(target: { id: string; currentRev?: string | undefined }, refused = notice.error): Promise<void> {
  try {
    const { downloadUrl, fileName } = await call(content.download, target, { quiet: true });
    saveFile(downloadUrl, fileName);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    refused(error.message);
  }
}
