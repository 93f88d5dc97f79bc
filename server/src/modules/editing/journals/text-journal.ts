import { codes } from '@dossier/contract/core/codes';
import { sharedText } from '@dossier/contract/editing/editing';
import { looksBinary } from '@dossier/formats/text/decode';
import { openText, rewriteText } from '@dossier/formats/text/rewrite';
import { Refusal } from '../../../platform/refusal.ts';
import { yjsJournal } from './yjs-journal.ts';

/** Texts: the shared text is the file without its encoding. A base that was deleted meanwhile cannot lend its bytes: the text is then written as UTF-8. */
export const textJournal = yjsJournal({
  read(bytes, doc) {
    if (looksBinary(bytes)) throw new Refusal(codes.editFallsBackToView);
    const { text, encoding } = openText(bytes);
    doc.getText(sharedText).insert(0, text);
    return encoding;
  },
  write: (base, doc) => rewriteText(base, doc.getText(sharedText).toJSON()),
});
