import { zipOf } from './zip-of.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
const space = 'xmlns:ofd="http://www.ofdspec.org/2016"';

interface OfdParts {
  /** The objects of each page. */
  pages: readonly string[];
  /** Objects below those of every page. */
  template?: string;
  /** Declared in the resources of the document. */
  resources?: string;
  /** An annotation of the first page, by its objects. */
  annotation?: string;
  files?: readonly { name: string; bytes: Buffer | string }[];
  /** The size of pages, in millimetres. */
  box?: string;
}

/** An OFD document (GB/T 33190) of these pages. */
export function ofd({ pages, template = '', resources = '', annotation = '', files = [], box = '0 0 210 297' }: OfdParts): Promise<Buffer> {
  const layer = (objects: string): string => `<ofd:Content><ofd:Layer ID="900" Type="Body">${objects}</ofd:Layer></ofd:Content>`;
  const use = template === '' ? '' : '<ofd:Template TemplateID="800" ZOrder="Background"/>';
  const list = pages.map((_, at) => `<ofd:Page ID="${at + 1}" BaseLoc="Pages/Page_${at}/Content.xml"/>`).join('');
  const templatePage = '<ofd:TemplatePage ID="800" BaseLoc="Tpls/Tpl_0/Content.xml"/>';
  const notes = annotation === '' ? '' : '<ofd:Annotations>Annots/Annotations.xml</ofd:Annotations>';
  return zipOf([
    {
      name: 'OFD.xml',
      bytes: `${declaration}<ofd:OFD ${space} Version="1.1" DocType="OFD"><ofd:DocBody><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>`,
    },
    {
      name: 'Doc_0/Document.xml',
      bytes: `${declaration}<ofd:Document ${space}><ofd:CommonData><ofd:MaxUnitID>999</ofd:MaxUnitID><ofd:PageArea><ofd:PhysicalBox>${box}</ofd:PhysicalBox></ofd:PageArea><ofd:DocumentRes>DocumentRes.xml</ofd:DocumentRes>${template === '' ? '' : templatePage}</ofd:CommonData><ofd:Pages>${list}</ofd:Pages>${notes}</ofd:Document>`,
    },
    { name: 'Doc_0/DocumentRes.xml', bytes: `${declaration}<ofd:Res ${space} BaseLoc="Res">${resources}</ofd:Res>` },
    { name: 'Doc_0/Tpls/Tpl_0/Content.xml', bytes: `${declaration}<ofd:Page ${space}>${layer(template)}</ofd:Page>` },
    {
      name: 'Doc_0/Annots/Annotations.xml',
      bytes: `${declaration}<ofd:Annotations ${space}><ofd:Page PageID="1"><ofd:FileLoc>Page_0/Annotation.xml</ofd:FileLoc></ofd:Page></ofd:Annotations>`,
    },
    {
      name: 'Doc_0/Annots/Page_0/Annotation.xml',
      bytes: `${declaration}<ofd:PageAnnot ${space}><ofd:Annot ID="700" Type="Stamp"><ofd:Appearance Boundary="100 200 50 20">${annotation}</ofd:Appearance></ofd:Annot></ofd:PageAnnot>`,
    },
    ...pages.map((objects, at) => ({
      name: `Doc_0/Pages/Page_${at}/Content.xml`,
      bytes: `${declaration}<ofd:Page ${space}>${use}${layer(objects)}</ofd:Page>`,
    })),
    ...files,
  ]);
}

/** A text object; distances are between its characters, in millimetres. */
export const ofdText = (
  text: string,
  { at = '20 20', font = '1', more = '' }: { at?: string; font?: string; more?: string } = {},
): string =>
  `<ofd:TextObject ID="10" Boundary="${at} 150 10" Font="${font}" Size="5">${more}<ofd:TextCode X="0" Y="5" DeltaX="g ${[...text].length - 1} 5">${text}</ofd:TextCode></ofd:TextObject>`;
