import { links } from '@dossier/contract/shares';
import { CallError, call } from '../../ground/call.ts';
import { groundText } from '../../ground/text.ts';

const retryDelays = [500, 1000, 2000, 4000, 8000];

/** Where a file goes: into a shared folder, or in the place of a shared document as its newest version. */
export type Sent = { token: string; file: File } & ({ parentId: string } | { id: string });

/** Sends a file and tells how far it is, from 0 to 1; throws what is to be said where it was refused. */
export async function sendFile(sent: Sent, told: (part: number) => void): Promise<void> {
  const { token, file } = sent;
  // With the first file, not with the page.
  const [{ DetailedError, Upload }, { uploadUrl }] = await Promise.all([
    import('tus-js-client'),
    'id' in sent
      ? call(links.checkIn, { token, id: sent.id, name: file.name, size: file.size }, { quiet: true })
      : call(links.upload, { token, parentId: sent.parentId, name: file.name, size: file.size }, { quiet: true }),
  ]);
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      uploadUrl,
      retryDelays,
      storeFingerprintForResuming: false,
      onProgress: (bytes, total) => told(total ? bytes / total : 0),
      onSuccess: () => resolve(),
      onError: (error) => reject(error instanceof DetailedError ? refusalIn(error.originalResponse?.getBody()) : error),
    });
    upload.start();
  });
}

/** The server's own words in a refused transfer, where there are any. */
function refusalIn(body: string | undefined): CallError {
  try {
    const { code, message } = JSON.parse(body ?? '') as { code: number; message: string };
    return new CallError(code, message);
  } catch {
    return new CallError(-1, groundText('noConnection'));
  }
}
