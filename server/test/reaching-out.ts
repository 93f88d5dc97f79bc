import { zipOf } from './zip-of.ts';

const packaged = 'http://schemas.openxmlformats.org/package/2006';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006';
const head = '<?xml version="1.0" encoding="UTF-8"?>';

const types = (parts: string[]): string =>
  `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${parts
    .map((part) => {
      const [name, type] = part.split(' ');
      return `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`;
    })
    .join('')}</Types>`;

const relations = (targets: [kind: string, target: string, mode?: string][]): string =>
  `${head}<Relationships xmlns="${packaged}/relationships">${targets
    .map(
      ([kind, target, mode], at) =>
        `<Relationship Id="rId${at + 1}" Type="${office}/relationships/${kind}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
    )
    .join('')}</Relationships>`;

const image = (id: string): string =>
  `<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="p"/>` +
  `<a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture">` +
  `<pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="0" name="p"/><pic:cNvPicPr/></pic:nvPicPr>` +
  `<pic:blipFill><a:blip r:link="${id}"/></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic>` +
  '</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>';

const field = (code: string): string => `<w:p><w:fldSimple w:instr="${code}"><w:r><w:t>old</w:t></w:r></w:fldSimple></w:p>`;

/** A Word document that loads images, a template and texts from an address, each under a name of its own. */
const docx = (out: string, file: string): Promise<Buffer> =>
  zipOf([
    {
      name: '[Content_Types].xml',
      bytes: types(['word/document.xml wordprocessingml.document.main', 'word/settings.xml wordprocessingml.settings']),
    },
    { name: '_rels/.rels', bytes: relations([['officeDocument', 'word/document.xml']]) },
    {
      name: 'word/_rels/document.xml.rels',
      bytes: relations([
        ['image', `${out}/linked.png`, 'External'],
        ['image', file, 'External'],
        ['settings', 'settings.xml'],
      ]),
    },
    { name: 'word/_rels/settings.xml.rels', bytes: relations([['attachedTemplate', `${out}/template.dotm`, 'External']]) },
    {
      name: 'word/settings.xml',
      bytes: `${head}<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${office}/relationships"><w:attachedTemplate r:id="rId1"/></w:settings>`,
    },
    {
      name: 'word/document.xml',
      bytes:
        `${head}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${office}/relationships"><w:body><w:p><w:r><w:t>kingfisher</w:t></w:r></w:p>` +
        `<w:p>${image('rId1')}${image('rId2')}</w:p>${field(`INCLUDEPICTURE &quot;${out}/field.png&quot; \\d`)}${field(`INCLUDETEXT &quot;${file}&quot;`)}${field(`DDEAUTO cmd &quot;${file}&quot;`)}</w:body></w:document>`,
    },
  ]);

const spaces =
  'office text draw table style'
    .split(' ')
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === 'draw' ? 'drawing' : name}:1.0"`)
    .join(' ') + ' xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"';

/** A text document that loads images, an object and whole sections from an address. */
const odt = (out: string, file: string): Promise<Buffer> => {
  const frame = (inner: string): string =>
    `<text:p><draw:frame svg:width="2cm" svg:height="2cm" text:anchor-type="as-char">${inner}</draw:frame></text:p>`;
  const auto = 'xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"';
  const section = (target: string, name: string): string =>
    `<text:section text:name="${name}"><text:section-source xlink:type="simple" xlink:show="embed" xlink:href="${target}"/><text:p>old</text:p></text:section>`;
  return zipOf([
    { name: 'mimetype', bytes: 'application/vnd.oasis.opendocument.text', stored: true },
    {
      name: 'META-INF/manifest.xml',
      bytes: `${head}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    },
    {
      name: 'content.xml',
      bytes:
        `${head}<office:document-content ${spaces} office:version="1.2"><office:body><office:text><text:p>kingfisher</text:p>` +
        frame(`<draw:image xlink:href="${out}/picture.png" ${auto}/>`) +
        frame(`<draw:object xlink:href="${out}/object.ods" ${auto}/>`) +
        frame(`<draw:floating-frame xlink:href="${out}/frame.html" ${auto}/>`) +
        `${section(`${out}/section.odt`, 'a')}${section(file, 'b')}</office:text></office:body></office:document-content>`,
    },
  ]);
};

/** A page with every kind of external reference. */
const html = (out: string, file: string): string =>
  `<html><head><link rel="stylesheet" href="${out}/style.css"><base href="${out}/"><meta http-equiv="refresh" content="0;url=${out}/refresh"><style>@import "${out}/import.css";body{background:url(${out}/ground.png)}</style></head>` +
  `<body>kingfisher<img src="${out}/img.png"><img src="${file}"><iframe src="${file}"></iframe><object data="${out}/object"></object><embed src="${file}"><script src="${out}/script.js"></script></body></html>`;

const svg = (out: string, file: string): string =>
  `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY own SYSTEM "${file}"><!ENTITY far SYSTEM "${out}/entity">]><?xml-stylesheet href="${out}/style.css"?>` +
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="300" height="80"><style>@import url(${out}/import.css);</style>` +
  `<image xlink:href="${out}/image.png" width="9" height="9"/><image href="${file}" width="9" height="9"/><use href="${out}/use.svg#a"/><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${file}" parse="text"/>` +
  '<text x="10" y="40">kingfisher &own;&far;</text></svg>';

/** A workbook with a linked book, a web query and formulas that fetch. */
const xlsx = (out: string, file: string): Promise<Buffer> => {
  const sheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const formula = (text: string): string => `<c t="str"><f>${text}</f><v>old</v></c>`;
  return zipOf([
    {
      name: '[Content_Types].xml',
      bytes: types([
        'xl/workbook.xml spreadsheetml.sheet.main',
        'xl/worksheets/sheet1.xml spreadsheetml.worksheet',
        'xl/externalLinks/externalLink1.xml spreadsheetml.externalLink',
      ]),
    },
    { name: '_rels/.rels', bytes: relations([['officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/_rels/workbook.xml.rels',
      bytes: relations([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['externalLink', 'externalLinks/externalLink1.xml'],
      ]),
    },
    {
      name: 'xl/workbook.xml',
      bytes: `${head}<workbook xmlns="${sheet}" xmlns:r="${office}/relationships"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets><externalReferences><externalReference r:id="rId2"/></externalReferences><calcPr fullCalcOnLoad="1"/></workbook>`,
    },
    { name: 'xl/externalLinks/_rels/externalLink1.xml.rels', bytes: relations([['externalLinkPath', `${out}/book.xlsx`, 'External']]) },
    {
      name: 'xl/externalLinks/externalLink1.xml',
      bytes: `${head}<externalLink xmlns="${sheet}"><externalBook xmlns:r="${office}/relationships" r:id="rId1"><sheetNames><sheetName val="One"/></sheetNames></externalBook></externalLink>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      bytes:
        `${head}<worksheet xmlns="${sheet}"><sheetData><row><c t="inlineStr"><is><t>kingfisher</t></is></c>` +
        `${formula('[1]One!A1')}${formula(`WEBSERVICE(&quot;${out}/service&quot;)`)}${formula(`IMAGE(&quot;${out}/image.png&quot;)`)}${formula(`'${file}'#$One.A1`)}</row></sheetData></worksheet>`,
    },
  ]);
};

/** Files that load something from `out`, an address, and from `file`, a file of the machine; each also contains "kingfisher". */
export const reachingOut: Record<string, (out: string, file: string) => Promise<Buffer> | string> = { docx, odt, html, svg, xlsx };
