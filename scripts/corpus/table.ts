import { type Finding, unread } from './finding.ts';

type Row = readonly string[];

const heads = ['file', 'kind', 'bytes', 'viewer', 'text', 'picture', 'ms', 'result'];
const rightAligned = new Set(['bytes', 'ms']);

/** The findings as one table, and below it the faults, file by file. */
export function tableOf(findings: readonly Finding[]): string {
  const rows: Row[] = findings.map((finding) => [
    finding.file.file,
    finding.file.kind,
    String(finding.file.bytes),
    finding.viewer,
    finding.text,
    finding.seen,
    finding.ms.toFixed(0),
    finding.faults.length > 0 ? `FAILED ${finding.faults[0]}` : finding.result,
  ]);
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (row: Row): string =>
    row
      .map((cell, at) => (rightAligned.has(heads[at] ?? '') ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  return [line(heads), line(widths.map((width, at) => '-'.repeat(at === heads.length - 1 ? 6 : width))), ...rows.map(line)].join('\n');
}

/** How many files have each result, and of how many the text is found. */
export function totalsOf(findings: readonly Finding[]): string {
  const good = findings.filter(({ faults }) => faults.length === 0);
  const count = (start: string): number => good.filter(({ result }) => result.startsWith(start)).length;
  const withText = findings.filter(({ text }) => text !== '–');
  const found = withText.filter(({ text }) => text === 'yes').length;
  const read = findings.filter(({ seen }) => seen.endsWith('words')).length;
  const missed = findings.filter(({ seen }) => seen === unread).length;
  const drawn = findings.filter(({ seen }) => seen === 'drawn').length;
  const results = ['shown', 'card', 'refused'].map((result) => `${count(result)} ${result}`).join(', ');
  return `${findings.length} files: ${results}, ${findings.length - good.length} failed; text found in ${found} of ${withText.length} that have known words; ${read} pictures show words of their files, ${missed} none of them, ${drawn} have none to read`;
}

/** Of the screenshots with words, on how many OCR recognised words of the file. */
export function partRead(findings: readonly Finding[]): { read: number; of: number } {
  const read = findings.filter(({ seen }) => seen.endsWith('words')).length;
  return { read, of: read + findings.filter(({ seen }) => seen === unread).length };
}

/** Of the harmless files, the share that was shown. */
export function partShown(findings: readonly Finding[]): { shown: number; of: number } {
  const harmless = findings.filter(({ file }) => file.kind !== 'hostile');
  return { shown: harmless.filter(({ result, faults }) => result.startsWith('shown') && faults.length === 0).length, of: harmless.length };
}
