const wide = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\uff00-\uff60]/;
const around = 42;
const gap = 4;
const moreWidth = 32;

/** About as many pixels as a button with an icon and these words takes. */
function widthOf(label: string): number {
  return around + [...label].reduce((sum, letter) => sum + (wide.test(letter) ? 14 : 7.6), 0);
}

/** How many buttons, from the first on, fit into a width beside one for the others. */
export function fitting(labels: readonly string[], width: number): number {
  const widths = labels.map((label) => widthOf(label) + gap);
  if (widths.reduce((sum, one) => sum + one, 0) <= width) return labels.length;
  let left = width - moreWidth;
  let count = 0;
  for (const one of widths) {
    if (one > left) break;
    left -= one;
    count++;
  }
  return count;
}
