/** Two that belong together, or one that has no other. */
export type Couple = [before: number | undefined, after: number | undefined];

const mostCells = 4000;
const least = 0.35;

/** Which of some lines in the place of others is meant to be which: those that are most alike, in order. `alike` is 0 to 1. */
export function pairUp(countA: number, countB: number, alike: (a: number, b: number) => number): Couple[] {
  if (countA * countB > mostCells || countA === 0 || countB === 0) return inOrder(countA, countB, alike);
  const width = countB + 1;
  const best = new Float64Array((countA + 1) * width);
  const at = (a: number, b: number): number => best[a * width + b] as number;
  const together = new Float64Array(countA * countB);
  for (let a = countA - 1; a >= 0; a--) {
    for (let b = countB - 1; b >= 0; b--) {
      const likeness = alike(a, b);
      together[a * countB + b] = likeness;
      const paired = likeness >= least ? likeness + at(a + 1, b + 1) : 0;
      best[a * width + b] = Math.max(paired, at(a + 1, b), at(a, b + 1));
    }
  }
  const couples: Couple[] = [];
  let [a, b] = [0, 0];
  while (a < countA || b < countB) {
    const likeness = a < countA && b < countB ? (together[a * countB + b] as number) : 0;
    if (likeness >= least && at(a, b) === likeness + at(a + 1, b + 1)) couples.push([a++, b++]);
    else if (b >= countB || (a < countA && at(a, b) === at(a + 1, b))) couples.push([a++, undefined]);
    else couples.push([undefined, b++]);
  }
  return couples;
}

/** Too many to look at each with each. */
function inOrder(countA: number, countB: number, alike: (a: number, b: number) => number): Couple[] {
  const couples: Couple[] = [];
  for (let at = 0; at < Math.max(countA, countB); at++) {
    if (at < countA && at < countB && alike(at, at) >= least) couples.push([at, at]);
    else {
      if (at < countA) couples.push([at, undefined]);
      if (at < countB) couples.push([undefined, at]);
    }
  }
  return couples;
}

/** How much two bags of words share, 0 to 1. */
export function shared(a: readonly string[], b: readonly string[]): number {
  if (a.length + b.length === 0) return 1;
  const counts = new Map<string, number>();
  for (const word of a) counts.set(word, (counts.get(word) ?? 0) + 1);
  let both = 0;
  for (const word of b) {
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    both++;
    counts.set(word, left - 1);
  }
  return (2 * both) / (a.length + b.length);
}
