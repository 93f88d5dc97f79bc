import type { Journal, SessionKind } from './journal.ts';
import { slidesJournal } from './slides-journal.ts';
import { textJournal } from './text-journal.ts';
import { workbookJournal } from './workbook-journal.ts';

/** The journals by what is edited; a whole file has a draft instead. */
export const journals: Record<Exclude<SessionKind, 'file'>, Journal> = {
  text: textJournal,
  workbook: workbookJournal,
  slides: slidesJournal,
};
