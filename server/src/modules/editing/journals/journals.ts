import type { Journal, RoomKind } from './journal.ts';
import { drawingJournal } from './drawing-journal.ts';
import { slidesJournal } from './slides-journal.ts';
import { textJournal } from './text-journal.ts';
import { workbookJournal } from './workbook-journal.ts';

/** The journals by what is edited; a whole file has a draft instead. */
export const journals: Record<RoomKind, Journal> = {
  text: textJournal,
  drawing: drawingJournal,
  workbook: workbookJournal,
  slides: slidesJournal,
};
