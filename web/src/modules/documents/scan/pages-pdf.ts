/*
 * A PDF whose pages are JPEG pictures, written by hand as it takes so little: a library that reads and changes any PDF would be 400 KB for a phone to
 * load. Pictures are taken over as they are, and never lie in memory together: the file is a list of blobs.
 */

/** A picture that becomes a page, as a JPEG in colour. */
export interface PagePicture {
  jpeg: Blob;
  width: number;
  height: number;
}

/** The sides of A4 in points: a page is as large as its picture may be on such a sheet, upright or lying. */
const sheet = { short: 595.28, long: 841.89 };

/** Makes the PDF. */
export function pdfOfPictures(pictures: readonly PagePicture[], title: string): Blob {
  const parts: (string | Blob)[] = [];
  const offsets: number[] = [];
  let length = 0;
  const write = (part: string | Blob): void => {
    parts.push(part);
    // all text is ASCII
    length += typeof part === 'string' ? part.length : part.size;
  };
  const object = (...content: (string | Blob)[]): void => {
    offsets.push(length);
    write(`${offsets.length} 0 obj\n`);
    for (const part of content) write(part);
    write('\nendobj\n');
  };
  // the page at `n` is object 4 + 3n; its picture and its drawing follow
  const kids = pictures.map((_, n) => `${4 + 3 * n} 0 R`).join(' ');
  write('%PDF-1.4\n');
  // tells programs that send files that this is no text
  write(new Blob([Uint8Array.of(0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a)]));
  object('<< /Type /Catalog /Pages 2 0 R >>');
  object(`<< /Type /Pages /Count ${pictures.length} /Kids [${kids}] >>`);
  object(`<< /Title ${textString(title)} /Producer (Dossier) >>`);
  for (const [n, picture] of pictures.entries()) {
    const first = 4 + 3 * n;
    const { width, height } = pageSize(picture);
    const drawing = `q ${width} 0 0 ${height} 0 0 cm /I Do Q`;
    object(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${first + 2} 0 R `,
      `/Resources << /XObject << /I ${first + 1} 0 R >> >> >>`,
    );
    object(
      `<< /Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} /ColorSpace /DeviceRGB `,
      `/BitsPerComponent 8 /Filter /DCTDecode /Length ${picture.jpeg.size} >>\nstream\n`,
      picture.jpeg,
      '\nendstream',
    );
    object(`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`);
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = offsets.length + 1;
  const end = length;
  write(`xref\n0 ${count}\n0000000000 65535 f \n${table}`);
  write(`trailer\n<< /Size ${count} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${end}\n%%EOF\n`);
  return new Blob(parts, { type: 'application/pdf' });
}

/** A text in any script: UTF-16 in hexadecimal digits. */
function textString(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0'));
  return `<feff${units.join('')}>`;
}

function pageSize({ width, height }: PagePicture): { width: number; height: number } {
  const [across, along] = width > height ? [sheet.long, sheet.short] : [sheet.short, sheet.long];
  const scale = Math.min(across / width, along / height);
  return { width: round(width * scale), height: round(height * scale) };
}

const round = (points: number): number => Math.round(points * 100) / 100;
