import { createRequire } from 'node:module';
import { GlobalFonts, createCanvas } from '@napi-rs/canvas';

const font = 'Scanned';

/** An image of these lines, like a scan or a photo. */
export async function pictureOf(lines: string[], kind: 'jpeg' | 'png' = 'jpeg'): Promise<Buffer> {
  if (!GlobalFonts.has(font)) {
    const path = createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf');
    GlobalFonts.registerFromPath(path, font);
  }
  const canvas = createCanvas(1240, 200 + lines.length * 80);
  const context = canvas.getContext('2d');
  context.fillStyle = '#f4f2ec';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#2b2b2b';
  context.font = `44px ${font}`;
  lines.forEach((line, n) => context.fillText(line, 100, 140 + n * 80));
  return kind === 'png' ? canvas.encode('png') : canvas.encode('jpeg', 85);
}

/** A PDF with an image, a JPEG, on each page. */
export function scanOf(images: Buffer[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const places: number[] = [];
  const put = (...pieces: (Buffer | string)[]): void => {
    places.push(Buffer.concat(parts).length);
    parts.push(Buffer.from(`${places.length} 0 obj\n`), ...pieces.map((piece) => Buffer.from(piece)), Buffer.from('\nendobj\n'));
  };
  const kids = images.map((_, n) => `${3 + n * 3} 0 R`).join(' ');
  put('<</Type/Catalog/Pages 2 0 R>>');
  put(`<</Type/Pages/Count ${images.length}/Kids[${kids}]>>`);
  images.forEach((image, n) => {
    const [width, height] = sizeOf(image);
    const drawing = `595 0 0 ${Math.round((595 * height) / width)} 0 0 cm /P Do`;
    put(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 ${Math.round((595 * height) / width)}]/Contents ${4 + n * 3} 0 R/Resources<</XObject<</P ${5 + n * 3} 0 R>>>>>>`,
    );
    put(`<</Length ${drawing.length}>>stream\n${drawing}\nendstream`);
    const head = `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length ${image.length}>>`;
    put(`${head}stream\n`, image, '\nendstream');
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const start = Buffer.concat(parts).length;
  const size = places.length + 1;
  parts.push(
    Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`),
  );
  return Buffer.concat(parts);
}

/** Width and height of a JPEG, from its frame header. */
function sizeOf(jpeg: Buffer): [width: number, height: number] {
  for (let at = 2; at + 9 < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const mark = jpeg.readUInt8(at + 1);
    if (mark >= 0xc0 && mark <= 0xc2) return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)];
  }
  throw new Error('No JPEG');
}
