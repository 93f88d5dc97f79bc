import { deflateSync } from 'node:zlib';

/** An entry of the outline: its title and its page, from 0. */
export interface Bookmark {
  title: string;
  page: number;
}

/** The objects of a PDF to be written. */
interface Objects {
  add(body: string | Buffer): number;
  /** Reserves a number for an object whose contents come later. */
  reserve(): number;
  set(number: number, body: string | Buffer): void;
  all(): Buffer[];
}

function collect(): Objects {
  const bodies: Buffer[] = [];
  const reserve = (): number => bodies.push(Buffer.alloc(0));
  const set = (number: number, body: string | Buffer): void => void (bodies[number - 1] = Buffer.from(body as string));
  return {
    reserve,
    set,
    add(body) {
      const number = reserve();
      set(number, body);
      return number;
    },
    all: () => bodies,
  };
}

/** Text as UTF-16 with its byte order mark, for titles and outlines. */
const title = (text: string): string => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

/**
 * No font is embedded: the four fonts are of those that every PDF reader has or replaces, with character collections that map codes to characters,
 * so that text can be selected, copied and searched.
 */
const composite = (objects: Objects, terms: { name: string; encoding: string; ordering: string }): number => {
  const info = `<< /Registry (Adobe) /Ordering (${terms.ordering}) /Supplement 2 >>`;
  const box = '/Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93';
  const descriptor = objects.add(`<< /Type /FontDescriptor /FontName /${terms.name} ${box} >>`);
  const below = objects.add(
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${terms.name} /CIDSystemInfo ${info} /FontDescriptor ${descriptor} 0 R /DW 1000 >>`,
  );
  return objects.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${terms.name} /Encoding /${terms.encoding} /DescendantFonts [${below} 0 R] >>`,
  );
};

const simple = (objects: Objects, name: string): number =>
  objects.add(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`);

function fonts(objects: Objects): string {
  const [regular, bold] = [simple(objects, 'Helvetica'), simple(objects, 'Helvetica-Bold')];
  const chinese = composite(objects, { name: 'STSong-Light', encoding: 'UniGB-UCS2-H', ordering: 'GB1' });
  const japanese = composite(objects, { name: 'HeiseiMin-W3', encoding: 'UniJIS-UCS2-H', ordering: 'Japan1' });
  return `<< /R ${regular} 0 R /B ${bold} 0 R /C ${chinese} 0 R /J ${japanese} 0 R >>`;
}

function stream(content: string): Buffer {
  const body = deflateSync(content);
  return Buffer.concat([Buffer.from(`<< /Length ${body.length} /Filter /FlateDecode >>\nstream\n`), body, Buffer.from('\nendstream')]);
}

/** A PDF of A4 pages from their drawing operators, with an outline. */
export function writePdf(pages: string[], bookmarks: Bookmark[], name: string): Buffer {
  const objects = collect();
  const [catalog, tree, outline] = [objects.reserve(), objects.reserve(), objects.reserve()];
  const faces = fonts(objects);
  const kids = pages.map((content) => {
    const contents = objects.add(stream(content));
    return objects.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 595 842] /Resources << /Font ${faces} >> /Contents ${contents} 0 R >>`,
    );
  });
  objects.set(tree, `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`);
  const marks = bookmarks.map(() => objects.reserve());
  bookmarks.forEach((bookmark, at) => {
    const around = `${at > 0 ? `/Prev ${marks[at - 1]} 0 R ` : ''}${at + 1 < marks.length ? `/Next ${marks[at + 1]} 0 R ` : ''}`;
    const place = `[${kids[bookmark.page]} 0 R /XYZ 0 842 null]`;
    objects.set(marks[at] ?? 0, `<< /Title ${title(bookmark.title)} /Parent ${outline} 0 R ${around}/Dest ${place} >>`);
  });
  objects.set(outline, `<< /Type /Outlines /First ${marks[0]} 0 R /Last ${marks.at(-1)} 0 R /Count ${marks.length} >>`);
  objects.set(catalog, `<< /Type /Catalog /Pages ${tree} 0 R /Outlines ${outline} 0 R /PageMode /UseOutlines >>`);
  const info = objects.add(`<< /Title ${title(name)} /Producer (Dossier) /CreationDate (D:20260302093000Z) >>`);
  return assemble(objects.all(), catalog, info);
}

function assemble(bodies: Buffer[], catalog: number, info: number): Buffer {
  const parts = [Buffer.from('%PDF-1.5\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')];
  let offset = parts[0]?.length ?? 0;
  const places = bodies.map((body, at) => {
    const place = offset;
    const whole = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    parts.push(whole);
    offset += whole.length;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const trailer = `trailer\n<< /Size ${bodies.length + 1} /Root ${catalog} 0 R /Info ${info} 0 R >>\nstartxref\n${offset}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table + trailer)]);
}
