import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { editing } from '@dossier/contract/editing/editing';
import { type EditableWorkbook, readEditableWorkbook } from '@dossier/formats/workbook/editable-workbook';
import { madeWorkbook } from '@dossier/formats/workbook/made-workbook';
import { expect, test } from 'vitest';
import { TestGrid } from '../server/test/grid.ts';
import { editsEach, kills, startKilledServer } from './killed-server.ts';

/** The texts of the cells of the first sheet, by their rows. */
const textsOf = ({ sheets: [sheet] }: EditableWorkbook): Record<number, unknown> =>
  Object.fromEntries((sheet?.cells ?? []).map(({ row, value }) => [row, value]));

test('a workbook keeps every edit that was acknowledged, whenever its server is killed, and its next version has them', async () => {
  const { url, admin, parentId, kill, restart } = await startKilledServer();
  const id = await admin.upload(parentId, 'kills.xlsx', madeWorkbook({ sheets: ['<sheetData/>'] }));
  const acknowledged: Record<number, unknown> = {};
  let row = 0;
  for (let round = 0; round < kills; round++) {
    const window = await new TestGrid().connect(admin, url, id);
    const from = window.order.length;
    for (let at = 0; at < editsEach; at++, row++)
      window.edit({ kind: 'cells', sheet: 1, cells: [{ row, column: 0, value: `round ${round} edit ${at}` }] });
    // an attempt to save may be under way as well when the server ends
    if (round % 2 === 1) window.request({ kind: 'save' });
    await expect.poll(() => window.order.length).toBeGreaterThan(from);
    await kill();
    for (const { edits } of window.order)
      for (const edit of edits) if (edit.kind === 'cells') for (const { row: at, value } of edit.cells) acknowledged[at] = value;
    await restart();
    const { bookUrl = '' } = await admin.call(editing.open, { id });
    const { book } = (await (await fetch(new URL(bookUrl, url))).json()) as { book: EditableWorkbook };
    expect(textsOf(book)).toMatchObject(acknowledged);
  }
  expect(Object.keys(acknowledged).length).toBeGreaterThanOrEqual(kills);
  const last = await new TestGrid().connect(admin, url, id);
  last.close();
  await expect.poll(async () => (await admin.call(library.documentDetail, { id })).lockUserName).toBeUndefined();
  const { downloadUrl } = await admin.call(content.download, { id });
  const bytes = Buffer.from(await (await fetch(url + downloadUrl)).arrayBuffer());
  expect(textsOf(await readEditableWorkbook(bytes))).toMatchObject(acknowledged);
});
