import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Every piece of text in a PDF, page by page. */
export async function pdfTexts(bytes: Uint8Array): Promise<string[][]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const pdf = await task.promise;
  const pages: string[][] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(items.flatMap((item) => ('str' in item ? [item.str] : [])));
  }
  await task.destroy();
  return pages;
}
