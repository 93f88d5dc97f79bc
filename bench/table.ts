/** One measurement: what, our figure, the floor's figure in the same run, their ratio, and the target. */
export interface Line {
  work: string;
  ours: string;
  floor: string;
  ratio: string;
  aim: string;
}

/** The middle one of an odd number of figures. */
export const median = (list: number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

/** The lines as a Markdown table. */
export function table(lines: readonly Line[]): string {
  const rows = lines.map((line) => `| ${line.work} | ${line.ours} | ${line.floor} | ${line.ratio} | ${line.aim} |`);
  return ['| work | Dossier | floor in the same run | ratio | aim |', '|---|---|---|---|---|', ...rows].join('\n');
}
