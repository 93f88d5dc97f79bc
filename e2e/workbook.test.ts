import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { OfficePackage } from '@dossier/formats/office/patch-package';
import { readEditableWorkbook } from '@dossier/formats/workbook/editable-workbook';
import { madeWorkbook } from '@dossier/formats/workbook/made-workbook';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { admin, useTestServer } from './journey.ts';
import { firstOrAll } from './sample.ts';
import { click, looked, type } from './workbook-page.ts';

const dossier = useTestServer();

const chartType = 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml';
const drawingType = 'application/vnd.openxmlformats-officedocument.drawing+xml';
const chart =
  '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:ser><c:idx val="0"/><c:order val="0"/><c:val><c:numRef><c:f>Sheet1!$A$1:$A$2</c:f></c:numRef></c:val></c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart></c:plotArea></c:chart></c:chartSpace>';
const drawing =
  '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><xdr:twoCellAnchor><xdr:from><xdr:col>3</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>3</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>8</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>15</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to><xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="Chart 1"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>';

const withChart = madeWorkbook({
  sheets: [
    '<sheetData><row r="1"><c r="A1"><v>10</v></c><c r="B1"><f>A1*2</f><v>20</v></c></row><row r="2"><c r="A2"><v>4</v></c></row></sheetData><drawing r:id="rId1"/>',
  ],
  parts: { 'xl/drawings/drawing1.xml': [drawingType, drawing], 'xl/charts/chart1.xml': [chartType, chart] },
  relations: [
    ['xl/worksheets/sheet1.xml', 'drawing', 'xl/drawings/drawing1.xml'],
    ['xl/drawings/drawing1.xml', 'chart', 'xl/charts/chart1.xml'],
  ],
});

/** The words of the grid for its menu. */
const insertWords = { cn: '插入', en: 'Insert' } as const;

/** Inserts a row above one, by the menu of a cell: the sign stands before the field with the number of rows. */
async function insertRow(page: Page, row: number, words: string): Promise<void> {
  await click(page, row, 0, 'right');
  await page.getByText(words, { exact: true }).hover();
  const field = page.locator('input[value="1"]').first();
  await field.waitFor();
  const box = await field.boundingBox();
  if (box === null) throw new Error('no field for the number of rows');
  await page.mouse.click(box.x - 61, box.y + box.height / 2);
}

async function bytesOf(id: string): Promise<Buffer> {
  const { downloadUrl } = await dossier.admin.call(content.download, { id });
  return Buffer.from(await (await fetch(dossier.url + downloadUrl)).arrayBuffer());
}

for (const lang of firstOrAll(['cn', 'en'] as const)) {
  dossier.journey(
    `two people change cells of a workbook with a chart, and the chart stays (${lang})`,
    { as: admin, lang },
    async ({ page, open, t, another }) => {
      const { id: parentId } = await dossier.admin.call(library.createCabinet, { name: `Figures ${lang}`, moduleType: 3 });
      const person = { loginName: `analyst-${lang}`, password: 'their-pass-word' };
      const { id: granteeId } = await dossier.admin.call(people.createUser, { ...person, fullName: '李晓' });
      await dossier.admin.call(permissions.grant, { objId: parentId, granteeType: 'user', granteeId, level: level.modify, reach: 'all' });
      const id = await dossier.admin.upload(parentId, 'figures.xlsx', withChart);
      await open(`/editSheet?id=${id}`);
      const label = t('editing.workbook.workbook');
      await page.getByText(t('editing.workbook.objects', { count: 1 })).waitFor();
      await page.getByText('Sheet1').waitFor();
      const theirs = await another({ as: person, lang });
      await theirs.open(`/editSheet?id=${id}`);
      await theirs.page.getByText('Sheet1').waitFor();
      await page.getByRole('list', { name: t('editing.editor.people', { count: 2 }) }).waitFor();

      await type(page, [0, 0], '12');
      await click(theirs.page, 0, 0);
      await expect.poll(() => looked(theirs.page, label).innerText()).toBe('A1: 12');
      // a formula is computed on both sides
      await click(theirs.page, 0, 1);
      await expect.poll(() => looked(theirs.page, label).innerText()).toBe('B1: 24');
      await page.getByText('李晓', { exact: true }).last().waitFor();
      await type(theirs.page, [4, 0], 'theirs');
      await click(page, 4, 0);
      await expect.poll(() => looked(page, label).innerText()).toBe('A5: theirs');
      // an undo takes back what this user did, and is an edit like any other
      await type(page, [6, 0], '7');
      await page.keyboard.press('Control+z');
      await click(theirs.page, 6, 0);
      await expect.poll(() => looked(theirs.page, label).innerText()).toBe('A7:');

      // a row that one inserts moves what the other sees
      await type(theirs.page, [22, 0], 'below');
      await insertRow(page, 20, insertWords[lang]);
      await expect
        .poll(async () => {
          await click(theirs.page, 23, 0);
          return looked(theirs.page, label).innerText();
        })
        .toBe('A24: below');

      await page.getByText(t('editing.editor.kept')).waitFor();
      await page.keyboard.press('Control+s');
      await expect.poll(async () => (await dossier.admin.call(content.revisions, { id })).length).toBe(2);
      const saved = new OfficePackage(await bytesOf(id));
      expect(saved.text('xl/charts/chart1.xml')).toBe(chart);
      expect(saved.text('xl/drawings/drawing1.xml')).toBe(drawing);
      const [sheet] = (await readEditableWorkbook(await bytesOf(id))).sheets;
      const values = Object.fromEntries((sheet?.cells ?? []).map(({ row, column, value }) => [`${row} ${column}`, value]));
      expect(values).toMatchObject({ '0 0': 12, '0 1': 24, '4 0': 'theirs', '23 0': 'below' });
      await page.close();
      await theirs.page.close();
      await expect.poll(async () => (await dossier.admin.call(library.documentDetail, { id })).lockUserName).toBeUndefined();
    },
  );
}
