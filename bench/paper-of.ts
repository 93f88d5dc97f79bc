import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

interface Wish {
  pages: number;
  /** Bytes of an incompressible image on each page. */
  picture?: number;
}

const side = 1000;

/** Writes a PDF of so many pages, its cross-reference table at the end as most programs do it, so that a reader must look there first. */
export async function writePaper(path: string, { pages, picture = 0 }: Wish): Promise<void> {
  const file = createWriteStream(path);
  const places: number[] = [];
  let at = 0;
  const write = async (bytes: Buffer | string): Promise<void> => {
    const body = Buffer.from(bytes as string);
    at += body.length;
    if (!file.write(body)) await once(file, 'drain');
  };
  const put = async (...parts: (Buffer | string)[]): Promise<void> => {
    places.push(at);
    for (const part of [`${places.length} 0 obj\n`, ...parts, '\nendobj\n']) await write(part);
  };
  const each = picture > 0 ? 3 : 2;
  const kids = Array.from({ length: pages }, (_, n) => `${4 + n * each} 0 R`).join(' ');
  await write('%PDF-1.4\n');
  await put('<</Type/Catalog/Pages 2 0 R>>');
  await put(`<</Type/Pages/Count ${pages}/Kids[${kids}]>>`);
  await put('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>');
  for (let n = 0; n < pages; n++) {
    const own = 4 + n * each;
    const lines = Array.from({ length: 30 }, (_, line) => `(Page ${n + 1}, line ${line + 1}: what was agreed on) Tj T*`).join('\n');
    const drawing = `${picture > 0 ? 'q 400 0 0 300 80 60 cm /P Do Q ' : ''}BT /F 12 Tf 14 TL 72 780 Td ${lines} ET`;
    const pictures = picture > 0 ? `/XObject<</P ${own + 2} 0 R>>` : '';
    await put(`<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${own + 1} 0 R/Resources<</Font<</F 3 0 R>>${pictures}>>>>`);
    await put(`<</Length ${drawing.length}>>stream\n${drawing}\nendstream`);
    if (picture > 0) {
      const rows = Math.floor(picture / (side * 3));
      const head = `<</Type/XObject/Subtype/Image/Width ${side}/Height ${rows}/ColorSpace/DeviceRGB/BitsPerComponent 8/Length ${rows * side * 3}>>stream\n`;
      await put(head, randomBytes(rows * side * 3), '\nendstream');
    }
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = places.length + 1;
  await write(`xref\n0 ${size}\n0000000000 65535 f \n${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`);
  file.end();
  await once(file, 'finish');
}
