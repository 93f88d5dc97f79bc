/** A bar is so wide with the gap after it, in the units of the drawing. */
export const pitch = 3;
const [thickness, height, least] = [2, 100, 4];

/** So many bars of peaks, each as high as the loudest in it. */
export function heightsOf(peaks: readonly number[], count: number): number[] {
  return Array.from({ length: count }, (_, n) => {
    const from = Math.floor((n * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((n + 1) * peaks.length) / count));
    return Math.max(least, ...peaks.slice(from, to));
  });
}

/** The bars as one path, from their middle up and down. */
export function pathOf(heights: readonly number[]): string {
  return heights.map((high, n) => `M${n * pitch} ${(height - high) / 2}h${thickness}v${high}h-${thickness}z`).join('');
}
