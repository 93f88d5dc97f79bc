import type { FileSession, FileWindow, OpenedFile } from '@dossier/contract/editing/editing';
import { editing } from '@dossier/contract/editing/editing';
import { linkEditing } from '@dossier/contract/editing/link-editing';
import { type CallOptions, call } from '../../../platform/call.ts';
import { currentLanguage } from '../../../platform/i18n.ts';

/** The calls about one whole file: those of a user, or of the visitor of a link. */
export interface FileCalls {
  id: string;
  /** The end of the session leaves what was typed on the screen. */
  stay: boolean;
  open: () => Promise<OpenedFile>;
  keep: (window: FileWindow) => Promise<FileSession>;
  save: (window: FileWindow) => Promise<FileSession>;
  discard: (window: FileWindow) => Promise<FileSession>;
  close: (window: FileWindow) => Promise<FileSession>;
}

const quiet: CallOptions = { quiet: true };
const parting: CallOptions = { quiet: true, keepalive: true };

export const fileCallsOfUser = (id: string): FileCalls => ({
  id,
  stay: false,
  open: () => call(editing.openFile, { id }, quiet),
  keep: (window) => call(editing.keepFile, window, quiet),
  save: (window) => call(editing.saveFile, window, quiet),
  discard: (window) => call(editing.discardFile, window),
  close: (window) => call(editing.closeFile, window, parting),
});

export function fileCallsOfVisitor({ token, id }: { token: string; id: string }): FileCalls {
  const own = <T extends object>(input: T) => ({ ...input, token, lang: currentLanguage() });
  const stay = { stay: true };
  return {
    id,
    stay: true,
    open: () => call(linkEditing.openFile, own({ id }), { ...quiet, ...stay }),
    keep: (window) => call(linkEditing.keepFile, own(window), { ...quiet, ...stay }),
    save: (window) => call(linkEditing.saveFile, own(window), { ...quiet, ...stay }),
    discard: (window) => call(linkEditing.discardFile, own(window), stay),
    close: (window) => call(linkEditing.closeFile, own(window), { ...parting, ...stay }),
  };
}
