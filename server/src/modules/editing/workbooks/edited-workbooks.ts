import { codes } from '@dossier/contract/core/codes';
import type { EditableSheet, EditableWorkbook } from '@dossier/formats/workbook/editable-workbook';
import type { Area, WorkbookEdit } from '@dossier/contract/editing/workbook-edits';
import type { Services } from '../../../platform/context.ts';
import { LimitedMap } from '../../../platform/limited-map.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Content } from '../../../platform/storage/storage.ts';
import { editTasks, requireAnswer } from '../journals/edit-tasks.ts';

/** Bytes of what a task answers: half a million cells have some 40 million. */
const maxOutput = 256 << 20;
const run = editTasks(new URL('./tasks.ts', import.meta.url), { ext: 'xlsx', maxOutput });

/** What of a workbook decides which edits can be made in it. */
export interface WorkbookFacts extends Pick<EditableWorkbook, 'canShift' | 'obstacles' | 'date1904'> {
  sheets: (Pick<EditableSheet, 'sheetId' | 'name' | 'hidden' | 'isWorksheet' | 'merges'> & { arrays: Area[]; heads: Area[] })[];
  totals: { cells: number; letters: number; styles: number };
  /** Whether cells can be given other styles. */
  canStyle: boolean;
}

/** By contents; those of a workbook with many merged cells or arrays are large, and read anew. */
const known = new LimitedMap<WorkbookFacts>(32);
const maxKnown = 1 << 20;

/** Refuses with 4614 a workbook that cannot be edited: broken, encrypted, or beyond the bounds; with 4662 one whose days count from 1904. */
export async function workbookFacts(services: Services, content: Content): Promise<WorkbookFacts> {
  const facts = known.get(content.sha256) ?? (await readFacts(services, content));
  // the grid counts days from 1900 alone: it would show and write other dates
  if (facts.date1904) throw new Refusal(codes.workbookDaysFrom1904);
  return facts;
}

async function readFacts(services: Services, content: Content): Promise<WorkbookFacts> {
  const answer = requireAnswer(await run(services, 'facts', content, { edits: [] }), codes.editFallsBackToView);
  const facts = JSON.parse(answer.text) as WorkbookFacts;
  if (answer.text.length <= maxKnown) known.set(content.sha256, facts);
  return facts;
}

/** A workbook with edits, as JSON of an `EditableWorkbook`. */
export async function editableWorkbook(services: Services, content: Content, edits: WorkbookEdit[]): Promise<string> {
  return requireAnswer(await run(services, 'book', content, { edits }), edits.length === 0 ? codes.editFallsBackToView : codes.editDamaged)
    .text;
}

/** Makes the file of a workbook with edits; refuses with 4647 where these cannot be made, or something else was changed with them. */
export async function patchedWorkbook(services: Services, content: Content, edits: WorkbookEdit[]): Promise<Buffer> {
  const { text, bytes } = requireAnswer(await run(services, 'patch', content, { edits }), codes.editDamaged);
  if (bytes !== undefined) return bytes;
  services.log.warn({ differences: text }, 'an edited workbook is damaged');
  throw new Refusal(codes.editDamaged);
}
