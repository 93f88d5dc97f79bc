import { expect, test } from 'vitest';
import { pdfOfPictures } from './pages-pdf.ts';

/** The bytes of a blob, which the one of the DOM gives to its own reader only. */
const bytesOf = (blob: Blob): Promise<Uint8Array> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(new Uint8Array(reader.result as ArrayBuffer)));
    reader.readAsArrayBuffer(blob);
  });

test('a PDF has a page for each picture, upright or lying on a sheet of A4, and a title in any script', async () => {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const jpeg = new Blob([Uint8Array.of(0xff, 0xd8, 0xff, 0xd9)]);
  const pdf = pdfOfPictures(
    [
      { jpeg, width: 1768, height: 2500 },
      { jpeg, width: 2000, height: 1000 },
    ],
    'Scan (1) 扫描',
  );
  const document = await getDocument({ data: await bytesOf(pdf), verbosity: 0 }).promise;
  expect(document.numPages).toBe(2);
  const { info } = (await document.getMetadata()) as { info: { Title: string } };
  expect(info.Title).toBe('Scan (1) 扫描');
  const [first, second] = [await document.getPage(1), await document.getPage(2)];
  expect(first.view).toEqual([0, 0, 595.28, 841.74]);
  expect(second.view).toEqual([0, 0, 841.89, 420.95]);
  await document.loadingTask.destroy();
});
