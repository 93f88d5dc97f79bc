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
  /** Electronic seals, each of a signature of its own. */
  seals?: readonly Seal[];
}

interface Seal {
  /** Where it lies: the number of the page from 1, its box there, and the part of it that is shown. */
  stamps: readonly { page: number; box: string; clip?: string }[];
  /** What was signed; undefined where the seal lies beside it. */
  signed?: Buffer;
  /** The seal beside it. */
  beside?: Buffer;
}

const der = (tag: number, ...parts: readonly (Buffer | string)[]): Buffer => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const size = Buffer.alloc(5, 0x84);
  size.writeUInt32BE(content.length, 1);
  return Buffer.concat([Buffer.of(tag), size, content]);
};
const [sequence, integer, octets, bits, ia5, utf8, objectId, time] = [0x30, 2, 4, 3, 0x16, 0x0c, 6, 0x18];

/** A seal (SESeal) with a picture, as GB/T 38540-2020 has it. */
export function eseal(type: string, picture: Buffer): Buffer {
  const number = (value: number): Buffer => der(integer, Buffer.of(value));
  const header = der(sequence, der(ia5, 'ES'), number(4), der(ia5, 'test'));
  const until = der(time, '20300101000000Z');
  const property = der(sequence, number(1), der(utf8, '发票专用章'), number(1), der(sequence, der(octets, 'cert')), until, until, until);
  const info = der(
    sequence,
    header,
    der(ia5, '4401'),
    property,
    der(sequence, der(ia5, type), der(octets, picture), number(40), number(30)),
  );
  return der(sequence, info, der(octets, 'cert'), der(objectId, Buffer.of(0x2a, 3)), der(bits, Buffer.of(0, 1)));
}

/** What is signed with a seal (SES_Signature). */
export const signedSeal = (type: string, picture: Buffer): Buffer =>
  der(
    sequence,
    der(
      sequence,
      der(integer, Buffer.of(4)),
      eseal(type, picture),
      der(time, '20260101000000Z'),
      der(bits, Buffer.of(0, 1)),
      der(ia5, '/Doc_0/Signs/Sign_0/Signature.xml'),
    ),
    der(octets, 'cert'),
    der(objectId, Buffer.of(0x2a, 3)),
    der(bits, Buffer.of(0, 1)),
  );

function sealFiles(seals: readonly Seal[]): { name: string; bytes: Buffer | string }[] {
  const list = seals.map((_, at) => `<ofd:Signature ID="${at}" Type="Seal" BaseLoc="Sign_${at}/Signature.xml"/>`).join('');
  const files: { name: string; bytes: Buffer | string }[] = [
    { name: 'Doc_0/Signs/Signatures.xml', bytes: `${declaration}<ofd:Signatures ${space}>${list}</ofd:Signatures>` },
  ];
  seals.forEach(({ stamps, signed, beside }, at) => {
    const folder = `Doc_0/Signs/Sign_${at}`;
    const stamped = stamps
      .map(
        ({ page, box, clip }) =>
          `<ofd:StampAnnot ID="1" PageRef="${page}" Boundary="${box}"${clip === undefined ? '' : ` Clip="${clip}"`}/>`,
      )
      .join('');
    const seal = beside && '<ofd:Seal><ofd:BaseLoc>Seal.esl</ofd:BaseLoc></ofd:Seal>';
    files.push({
      name: `${folder}/Signature.xml`,
      bytes: `${declaration}<ofd:Signature ${space}><ofd:SignedInfo>${stamped}${seal ?? ''}</ofd:SignedInfo><ofd:SignedValue>/${folder}/SignedValue.dat</ofd:SignedValue></ofd:Signature>`,
    });
    if (signed !== undefined) files.push({ name: `${folder}/SignedValue.dat`, bytes: signed });
    if (beside !== undefined) files.push({ name: `${folder}/Seal.esl`, bytes: beside });
  });
  return files;
}

/** An OFD document (GB/T 33190) of these pages. */
export function ofd(parts: OfdParts): Promise<Buffer> {
  const { pages, template = '', resources = '', annotation = '', files = [], box = '0 0 210 297', seals } = parts;
  const signed = seals === undefined ? '' : '<ofd:Signatures>/Doc_0/Signs/Signatures.xml</ofd:Signatures>';
  const layer = (objects: string): string => `<ofd:Content><ofd:Layer ID="900" Type="Body">${objects}</ofd:Layer></ofd:Content>`;
  const use = template === '' ? '' : '<ofd:Template TemplateID="800" ZOrder="Background"/>';
  const list = pages.map((_, at) => `<ofd:Page ID="${at + 1}" BaseLoc="Pages/Page_${at}/Content.xml"/>`).join('');
  const templatePage = '<ofd:TemplatePage ID="800" BaseLoc="Tpls/Tpl_0/Content.xml"/>';
  const notes = annotation === '' ? '' : '<ofd:Annotations>Annots/Annotations.xml</ofd:Annotations>';
  return zipOf([
    {
      name: 'OFD.xml',
      bytes: `${declaration}<ofd:OFD ${space} Version="1.1" DocType="OFD"><ofd:DocBody><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot>${signed}</ofd:DocBody></ofd:OFD>`,
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
    ...(seals === undefined ? [] : sealFiles(seals)),
    ...files,
  ]);
}

/** A text object; distances are between its characters, in millimetres. */
export const ofdText = (
  text: string,
  { at = '20 20', font = '1', more = '' }: { at?: string; font?: string; more?: string } = {},
): string =>
  `<ofd:TextObject ID="10" Boundary="${at} 150 10" Font="${font}" Size="5">${more}<ofd:TextCode X="0" Y="5" DeltaX="g ${[...text].length - 1} 5">${text}</ofd:TextCode></ofd:TextObject>`;
