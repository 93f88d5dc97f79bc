import { links } from '@dossier/contract/sharing/shares';
import { DetailedError, Upload } from 'tus-js-client';
import { CallError, call } from '../../../platform/call.ts';
import { platformText } from '../../../platform/i18n.ts';

const retryDelays = [500, 1000, 2000, 4000, 8000];

/** Target of an upload: a shared folder, or a shared document as its newest version. */
type UploadTarget = { token: string; file: File } & ({ parentId: string } | { id: string });

/** Uploads a file and reports its progress, from 0 to 1; throws the refusal to be shown. */
export async function sendFile(sent: UploadTarget, reportProgress: (part: number) => void): Promise<void> {
  const { token, file } = sent;
  const facts = { token, name: file.name, size: file.size };
  const { uploadUrl } = await ('id' in sent
    ? call(links.checkIn, { ...facts, id: sent.id }, { quiet: true })
    : call(links.upload, { ...facts, parentId: sent.parentId }, { quiet: true }));
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      uploadUrl,
      retryDelays,
      storeFingerprintForResuming: false,
      onProgress: (bytes, total) => reportProgress(total ? bytes / total : 0),
      onSuccess: () => resolve(),
      onError: (error) => reject(error instanceof DetailedError ? refusalIn(error.originalResponse?.getBody()) : error),
    });
    upload.start();
  });
}

/** The server's message in a refused upload, if any. */
function refusalIn(body: string | undefined): CallError {
  try {
    const { code, message } = JSON.parse(body ?? '') as { code: number; message: string };
    return new CallError(code, message);
  } catch {
    return new CallError(-1, platformText('noConnection'));
  }
}
