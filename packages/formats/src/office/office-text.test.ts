import { CFB } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { textSink } from '../text/text-sink.ts';
import { type ZipParts, openZipOf } from '../zip/zip-parts.ts';
import { ofdText, workbookText } from './office-text.ts';

function zipOf(parts: Record<string, string>): Promise<ZipParts> {
  const file = CFB.utils.cfb_new();
  for (const [name, text] of Object.entries(parts)) CFB.utils.cfb_add(file, `/${name}`, Buffer.from(text));
  return openZipOf(Buffer.from(CFB.write(file, { type: 'buffer', fileType: 'zip' }) as Uint8Array), 1 << 20);
}

it('an OFD document gives the text of its pages', async () => {
  const page = (text: string) =>
    `<ofd:Page xmlns:ofd="o"><ofd:Content><ofd:TextObject><ofd:TextCode X="1">${text}</ofd:TextCode><ofd:CGTransform>1 2</ofd:CGTransform></ofd:TextObject></ofd:Content></ofd:Page>`;
  const zip = await zipOf({
    'OFD.xml': '<ofd:OFD/>',
    'Doc_0/Pages/Page_1/Content.xml': page('第二页'),
    'Doc_0/Pages/Page_0/Content.xml': page('增值税电子发票'),
  });
  const sink = textSink(1000);
  expect(await ofdText(zip, sink)).toBe(2);
  expect(sink.text().trim().split(/\n+/)).toEqual(['增值税电子发票', '第二页']);
});

it('a workbook gives the texts of its cells without phonetic readings, errors and escapes', async () => {
  const zip = await zipOf({
    'xl/workbook.xml': '<workbook><sheets><sheet name="A &amp; B"/></sheets></workbook>',
    'xl/sharedStrings.xml': '<sst><si><r><t>姓</t></r><r><t>名</t></r><rPh><t>xìng</t></rPh></si></sst>',
    'xl/worksheets/sheet1.xml':
      '<worksheet><sheetData><row><c t="s"><v>0</v></c><c t="e"><v>#REF!</v></c><c><v>1.5</v></c></row>' +
      '<row/><row><c t="inlineStr"><is><t>_x0041_</t><rPh><t>no</t></rPh></is></c></row></sheetData></worksheet>',
  });
  const sink = textSink(1000);
  expect(await workbookText(zip, sink)).toBe(1);
  expect(sink.text().trim()).toBe('A & B\n姓名\t1.5\nA');
});
