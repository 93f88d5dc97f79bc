import { preview } from '@dossier/contract/preview';
import { createContext } from 'react';
import { call } from '../../ground/call.ts';
import { downloadDocument } from '../content/download-document.ts';
import type { Target } from './ask-view.ts';

/** How whoever reads a document does what the server counts: people who sign in by their session, visitors of a link by their visit. */
export interface Reader {
  /** Has a print noted and allowed; answers what opens the pages as they are printed. A refusal is shown and thrown. */
  print: (target: Target) => Promise<{ look: string; streamUrl: string }>;
  /** How often they may print yet, where that is counted. */
  printsLeft?: number | undefined;
  /** Fetches the document; `refused` takes what would else be a notice. */
  download: (target: Target, refused?: (message: string) => void) => Promise<void>;
  /** Whether they may download, where their rights on what they look at do not tell it. */
  mayDownload?: boolean;
  /** Closes the viewer, where the way back is not that of the browser. */
  leave?: () => void;
  /** The documents before and after this one, where it is one of a row; absent at either end. */
  around?: { previous: (() => void) | undefined; next: (() => void) | undefined } | undefined;
  /** The document that what they look at lies in, for a file out of one: no PDF is made of that to take away. */
  partOf?: string;
  /** Visitors see neither versions nor details. */
  isVisitor: boolean;
}

const staff: Reader = {
  print: ({ id, currentRev }) => call(preview.print, { id, currentRev }),
  download: downloadDocument,
  isVisitor: false,
};

/** The reader of the windows inside; somebody who signed in, unless something else is said. */
export const ReaderContext = createContext<Reader>(staff);
