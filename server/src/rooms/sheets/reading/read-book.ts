import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { compoundStreams, isCompound } from '../../../ground/confined/extract/compound-file.ts';
import { openZip } from '../../../ground/confined/extract/zip-parts.ts';
import { type Answer, GiveUp, type Job } from '../../../ground/confined/job.ts';
import { bookWriter, type BookWriter } from './book-writer.ts';
import { readCsv } from './read-csv.ts';
import { isOoxml, readOoxml } from './read-ooxml.ts';
import { isOpenDocument, readFlatDocument, readOpenDocument } from './read-open-document.ts';
import { readOld } from './read-old.ts';

/** A hundred thousand rows of fifty columns unpack to some 300 MB. */
const mostUnpacked = 700 * 1024 * 1024;
const mostHeld = 64 * 1024 * 1024;
const tables = new Set(['csv', 'tsv']);

/** Reads a workbook, whatever it is called, by what it begins with; answers the bytes of a book. */
export async function readBook(job: Job): Promise<Answer> {
  const book = bookWriter();
  await read(job, book);
  return { ok: true, text: '', bytes: book.bytes() };
}

async function read(job: Job, book: BookWriter): Promise<void> {
  const head = await headOf(job.path);
  if (head.subarray(0, 4).toString('latin1') === 'PK\x03\x04') return zipped(job, book);
  if (isCompound(head) || isOld(head)) return held(job, book);
  const text = head.toString('latin1');
  if (!tables.has(job.ext) && /<office:document[\s>]/.test(text)) return readFlatDocument(createReadStream(job.path), book);
  // programs write tables of HTML and of older XML under the names of workbooks
  if (!tables.has(job.ext) && /^\s*(?:\xef\xbb\xbf)?\s*<(?:\?xml|!doctype|html|table|meta|style|head|!--)/i.test(text))
    return held(job, book);
  if (job.size === 0 && !tables.has(job.ext)) throw new GiveUp('broken');
  return readCsv(createReadStream(job.path), book, job.ext === 'tsv');
}

async function zipped(job: Job, book: BookWriter): Promise<void> {
  const zip = await openZip(job.path, mostUnpacked);
  try {
    if (isOoxml(zip)) return await readOoxml(zip, book);
    if (isOpenDocument(zip)) return await readOpenDocument(zip, book);
    if (!zip.names.some((name) => name.toLowerCase() === 'xl/workbook.bin')) throw new GiveUp('unsupported');
  } finally {
    zip.close();
  }
  return held(job, book);
}

async function held(job: Job, book: BookWriter): Promise<void> {
  if (job.size > mostHeld) throw new GiveUp('too-large');
  const bytes = await readFile(job.path);
  // other things come in compound files too: letters, drawings, presentations
  if (isCompound(bytes)) {
    const names = compoundStreams(bytes).map(({ name }) => name.toLowerCase());
    if (!names.some((name) => ['workbook', 'book', 'encryptedpackage', 'et_workbook'].includes(name))) throw new GiveUp('unsupported');
  }
  return readOld(bytes, book);
}

/** Workbooks of before 1997 are no compound files: they begin with the record that opens them. */
const isOld = (head: Buffer): boolean =>
  head[0] === 9 && [0, 2, 4].includes(head[1] ?? -1) && [4, 6, 8].includes(head[2] ?? -1) && head[3] === 0;

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
