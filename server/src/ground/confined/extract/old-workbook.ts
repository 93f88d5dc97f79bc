import type { WorkBook } from '@e965/xlsx';
import { GiveUp } from '../job.ts';
import { compoundStreams, isCompound } from './compound-file.ts';
import { openZipOf } from './zip-parts.ts';
import type { TextSink } from './text-sink.ts';

/** The library holds all of a workbook at once: more is not worth the memory. */
const mostBytes = 64 * 1024 * 1024;
const mostUnpacked = 200 * 1024 * 1024;

/** Reads a workbook of the older kinds: xls and what is like it, xlsb, SpreadsheetML, HTML. `looks` also reads fills and lengths. */
export async function readOldWorkbook(bytes: Buffer, { looks }: { looks: boolean }): Promise<WorkBook> {
  if (bytes.length > mostBytes) throw new GiveUp('too-large');
  if (isCompound(bytes) && compoundStreams(bytes).some(({ name }) => name === 'EncryptedPackage')) throw new GiveUp('encrypted');
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') await needSmall(bytes);
  const [library, pages] = await Promise.all([import('@e965/xlsx'), import('@e965/xlsx/dist/cpexcel.full.mjs')]);
  library.set_cptable(pages);
  try {
    return library.read(bytes, {
      type: 'buffer',
      dense: true,
      cellStyles: looks,
      cellNF: false,
      cellHTML: false,
      cellFormula: looks,
      bookVBA: false,
    });
  } catch (error) {
    if (/password|encrypt/i.test(String(error))) throw new GiveUp('encrypted');
    throw error;
  }
}

/** The library unpacks whatever it is given: a zip that grows too much is not given to it. */
async function needSmall(bytes: Buffer): Promise<void> {
  const zip = await openZipOf(bytes, mostUnpacked);
  for (const name of zip.names) for await (const chunk of zip.read(name)) void chunk;
  zip.close();
}

/** The text of such a workbook: names of sheets, cells row by row, comments. */
export async function oldSheetText(bytes: Buffer, sink: TextSink): Promise<number> {
  const workbook = await readOldWorkbook(bytes, { looks: false });
  for (const name of workbook.SheetNames) sink.add(`${name}\n`);
  for (const name of workbook.SheetNames) {
    const rows = (workbook.Sheets[name] as { '!data'?: Array<Array<Cell | undefined> | undefined> } | undefined)?.['!data'] ?? [];
    for (const row of rows) {
      const texts = (row ?? [])
        .flatMap((cell) => (cell ? [cell.w ?? '', ...(cell.c ?? []).map(({ t }) => t)] : []))
        .filter((text) => text.trim() !== '');
      if (texts.length > 0) sink.add(`${texts.join('\t')}\n`);
    }
  }
  return workbook.SheetNames.length;
}

interface Cell {
  w?: string;
  c?: Array<{ t: string }>;
}
