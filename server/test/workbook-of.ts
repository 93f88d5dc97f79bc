import { zipOf } from './zip-of.ts';

const relations = (parts: string[]): string =>
  `<Relationships>${parts.map((part, at) => `<Relationship Id="rId${at + 1}" Type="http://x/${part.split(' ')[0]}" ${part.split(' ').slice(1).join(' ')}/>`).join('')}</Relationships>`;

/** The bytes of a workbook of one sheet with this content, styles and strings, its own relations and further parts. */
export function workbookOf(
  sheet: string,
  { strings = '', styles = '', own = [] as string[], parts = [] as Array<{ name: string; bytes: string }> } = {},
) {
  return zipOf([
    { name: 'xl/workbook.xml', bytes: '<workbook><sheets><sheet name="预算" r:id="rId1"/></sheets></workbook>' },
    {
      name: 'xl/_rels/workbook.xml.rels',
      bytes: relations(['worksheet Target="worksheets/sheet1.xml"', 'sharedStrings Target="sharedStrings.xml"']),
    },
    { name: 'xl/sharedStrings.xml', bytes: `<sst>${strings}</sst>` },
    { name: 'xl/styles.xml', bytes: `<styleSheet>${styles}</styleSheet>` },
    { name: 'xl/worksheets/sheet1.xml', bytes: `<worksheet>${sheet}</worksheet>` },
    { name: 'xl/worksheets/_rels/sheet1.xml.rels', bytes: relations(own) },
    ...parts,
  ]);
}
