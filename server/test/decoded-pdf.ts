import { PDFDocument, PDFRawStream, decodePDFRawStream } from '@cantoo/pdf-lib';

/**
 * All that a PDF says in whichever object or stream, whether a page leads to it or not: streams decoded, strings of two bytes and hexadecimal ones as
 * text, and the pieces of broken strings put together.
 */
export async function decodedPdf(bytes: Buffer): Promise<string> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: false });
  const parts = pdf.context.enumerateIndirectObjects().flatMap(([, one]) => {
    const said = one instanceof PDFRawStream ? `${one.dict.toString()}\n${decoded(one)}` : one.toString();
    const plain = said.replace(/<([0-9a-f\s]+)>/gi, (_, digits: string) =>
      Buffer.from(digits.replace(/\s/g, ''), 'hex').toString('latin1'),
    );
    const joined = plain.replace(/\)\s*-?[\d.]*\s*\(/g, '');
    return [said, plain, joined];
  });
  return [bytes.toString('latin1'), ...parts, ...parts.map((part) => part.replaceAll('\0', ''))].join('\n');
}

function decoded(stream: PDFRawStream): string {
  try {
    return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
  } catch {
    // an image: its bytes as they are
    return Buffer.from(stream.contents).toString('latin1');
  }
}
