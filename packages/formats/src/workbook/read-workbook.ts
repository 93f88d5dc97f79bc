import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { compoundStreams, isCompound } from '../compound/compound-file.ts';
import { type Answer, type Job, TaskFailure } from '../task.ts';
import { openZip } from '../zip/zip-parts.ts';
import { readCsvWorkbook } from './csv-workbook.ts';
import { readLegacyWorkbook } from './legacy-workbook.ts';
import { isOoxml, readOoxmlWorkbook } from './ooxml-workbook.ts';
import { isOpenDocument, readFlatOpenDocument, readOpenDocumentWorkbook } from './open-document-workbook.ts';
import { type WorkbookWriter, createWorkbookWriter } from './workbook-writer.ts';

/** A hundred thousand rows of fifty columns decompress to some 300 MB. */
const maxUnpacked = 700 * 1024 * 1024;
const maxInMemory = 64 * 1024 * 1024;
const tables = new Set(['csv', 'tsv']);

/** Reads a workbook by its first bytes, whatever its extension; returns the bytes of a stored workbook. */
export async function readWorkbook(job: Job): Promise<Answer> {
  const book = createWorkbookWriter();
  await read(job, book);
  return { ok: true, text: '', bytes: book.bytes() };
}

async function read(job: Job, book: WorkbookWriter): Promise<void> {
  const head = await headOf(job.path);
  if (head.subarray(0, 4).toString('latin1') === 'PK\x03\x04') return zipped(job, book);
  if (isCompound(head) || isLegacy(head)) return readInMemory(job, book);
  const text = head.toString('latin1');
  if (!tables.has(job.ext) && /<office:document[\s>]/.test(text)) return readFlatOpenDocument(createReadStream(job.path), book);
  // programs write HTML tables and older XML under the extensions of workbooks
  if (!tables.has(job.ext) && /^\s*(?:\xef\xbb\xbf)?\s*<(?:\?xml|!doctype|html|table|meta|style|head|!--)/i.test(text))
    return readInMemory(job, book);
  if (job.size === 0 && !tables.has(job.ext)) throw new TaskFailure('broken');
  return readCsvWorkbook(createReadStream(job.path), book, job.ext === 'tsv');
}

async function zipped(job: Job, book: WorkbookWriter): Promise<void> {
  const zip = await openZip(job.path, maxUnpacked);
  try {
    if (isOoxml(zip)) return await readOoxmlWorkbook(zip, book);
    if (isOpenDocument(zip)) return await readOpenDocumentWorkbook(zip, book);
    if (!zip.names.some((name) => name.toLowerCase() === 'xl/workbook.bin')) throw new TaskFailure('unsupported');
  } finally {
    zip.close();
  }
  return readInMemory(job, book);
}

async function readInMemory(job: Job, book: WorkbookWriter): Promise<void> {
  if (job.size > maxInMemory) throw new TaskFailure('too-large');
  const bytes = await readFile(job.path);
  // compound files hold other formats too: mails, drawings, presentations
  if (isCompound(bytes)) {
    const names = compoundStreams(bytes).map(({ name }) => name.toLowerCase());
    if (!names.some((name) => ['workbook', 'book', 'encryptedpackage', 'et_workbook'].includes(name))) throw new TaskFailure('unsupported');
  }
  return readLegacyWorkbook(bytes, book);
}

/** Workbooks from before 1997 are no compound files: they begin with a BOF record. */
const isLegacy = (head: Buffer): boolean =>
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
