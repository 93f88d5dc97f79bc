import { contentTypes, core, relations } from './office-parts.ts';
import { layout, master, spaces, theme, treeHead } from './pptx-theme.ts';
import { type Prose, type Wish, writeProse } from './prose.ts';
import { escaped, xmlHead } from './xml.ts';
import { makeZip } from './zip.ts';

const type = 'application/vnd.openxmlformats-officedocument.presentationml';
// a slide of 16:9 in English Metric Units
const [wide, high] = [12_192_000, 6_858_000];

interface Box {
  id: number;
  y: number;
  height: number;
  size: number;
  bold?: boolean;
}

function textBox(lines: string[], { id, y, height, size, bold = false }: Box): string {
  const place = `<a:xfrm><a:off x="838200" y="${y}"/><a:ext cx="${wide - 1_676_400}" cy="${height}"/></a:xfrm>`;
  const previewToken = `<a:rPr sz="${size * 100}"${bold ? ' b="1"' : ''}><a:solidFill><a:schemeClr val="${bold ? 'tx2' : 'tx1'}"/></a:solidFill></a:rPr>`;
  const paragraphs = lines.map(
    (line) => `<a:p><a:pPr><a:spcAft><a:spcPts val="900"/></a:spcAft></a:pPr><a:r>${previewToken}<a:t>${escaped(line)}</a:t></a:r></a:p>`,
  );
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Text ${id}"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr>` +
    `<p:spPr>${place}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/></p:spPr>` +
    `<p:txBody><a:bodyPr wrap="square"><a:normAutofit/></a:bodyPr><a:lstStyle/>${paragraphs.join('')}</p:txBody></p:sp>`
  );
}

const bar =
  '<p:sp><p:nvSpPr><p:cNvPr id="9" name="Bar"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="0"/>' +
  `<a:ext cx="228600" cy="${high}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:schemeClr val="accent1"/></a:solidFill></p:spPr></p:sp>`;

const slide = (shapes: string): string =>
  `${xmlHead}<p:sld ${spaces}><p:cSld><p:spTree>${treeHead}${bar}${shapes}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`;

function slidesOf({ title, byline, sections }: Prose): string[] {
  const first =
    textBox([title], { id: 2, y: 2_200_000, height: 1_400_000, size: 40, bold: true }) +
    textBox([byline], { id: 3, y: 3_900_000, height: 700_000, size: 18 });
  const others = sections.map(
    ({ heading, paragraphs }) =>
      textBox([heading], { id: 2, y: 500_000, height: 900_000, size: 30, bold: true }) +
      textBox(paragraphs, { id: 3, y: 1_600_000, height: 4_600_000, size: 18 }),
  );
  return [first, ...others].map(slide);
}

/** A presentation of a title and one slide a section. */
export const makePptx = (wish: Wish): Buffer => pptxOf(writeProse(wish));

/** The same of any text. */
export function pptxOf(prose: Prose): Buffer {
  const slides = slidesOf(prose);
  const ids = slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 2}"/>`);
  const presentation =
    `${xmlHead}<p:presentation ${spaces}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>` +
    `<p:sldIdLst>${ids.join('')}</p:sldIdLst><p:sldSz cx="${wide}" cy="${high}"/><p:notesSz cx="${high}" cy="${wide}"/></p:presentation>`;
  return makeZip([
    {
      name: '[Content_Types].xml',
      bytes: contentTypes([
        ['/ppt/presentation.xml', `${type}.presentation.main+xml`],
        ['/ppt/slideMasters/slideMaster1.xml', `${type}.slideMaster+xml`],
        ['/ppt/slideLayouts/slideLayout1.xml', `${type}.slideLayout+xml`],
        ['/ppt/theme/theme1.xml', 'application/vnd.openxmlformats-officedocument.theme+xml'],
        ...slides.map((_, at): [string, string] => [`/ppt/slides/slide${at + 1}.xml`, `${type}.slide+xml`]),
      ]),
    },
    { name: '_rels/.rels', bytes: relations([['officeDocument', 'ppt/presentation.xml']]) },
    { name: 'docProps/core.xml', bytes: core(prose.title) },
    { name: 'ppt/presentation.xml', bytes: presentation },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      bytes: relations([
        ['slideMaster', 'slideMasters/slideMaster1.xml'],
        ...slides.map((_, at): [string, string] => ['slide', `slides/slide${at + 1}.xml`]),
        ['theme', 'theme/theme1.xml'],
      ]),
    },
    { name: 'ppt/slideMasters/slideMaster1.xml', bytes: master },
    {
      name: 'ppt/slideMasters/_rels/slideMaster1.xml.rels',
      bytes: relations([
        ['slideLayout', '../slideLayouts/slideLayout1.xml'],
        ['theme', '../theme/theme1.xml'],
      ]),
    },
    { name: 'ppt/slideLayouts/slideLayout1.xml', bytes: layout },
    { name: 'ppt/slideLayouts/_rels/slideLayout1.xml.rels', bytes: relations([['slideMaster', '../slideMasters/slideMaster1.xml']]) },
    { name: 'ppt/theme/theme1.xml', bytes: theme },
    ...slides.flatMap((bytes, at) => [
      { name: `ppt/slides/slide${at + 1}.xml`, bytes },
      { name: `ppt/slides/_rels/slide${at + 1}.xml.rels`, bytes: relations([['slideLayout', '../slideLayouts/slideLayout1.xml']]) },
    ]),
  ]);
}
