import { codes } from '@dossier/contract/core/codes';
import { sharedText } from '@dossier/contract/editing/editing';
import { encodingOf, looksBinary } from '@dossier/formats/text/decode';
import { Refusal } from '../../../platform/refusal.ts';
import { openedText, rewrittenText } from '../texts/edited-texts.ts';
import { yjsJournal } from './yjs-journal.ts';

/** Lines of a text that is opened for editing: every editor of it holds some objects for each. */
export const maxEditedLines = 500_000;

/** How many lines a text has. */
export function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Texts: the shared text is the file without its encoding. A base that was deleted meanwhile cannot lend its bytes: the text is then written as UTF-8. */
export const textJournal = yjsJournal({
  async read(file, doc) {
    if (looksBinary(file.bytes)) throw new Refusal(codes.editFallsBackToView);
    const { text, encoding } = await openedText(file);
    if (lineCount(text) > maxEditedLines) throw new Refusal(codes.editFallsBackToView);
    doc.getText(sharedText).insert(0, text);
    return encoding;
  },
  encodingOf,
  write: (base, doc) => rewrittenText(base, doc.getText(sharedText).toJSON()),
});
