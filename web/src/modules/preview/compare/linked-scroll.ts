/** Pairs of corresponding heights on both sides, in order. */
export type Links = [one: number, other: number][];

/** The height on the other side that corresponds to one: interpolated between two links. */
export function placeBeside(height: number, links: Links): number {
  let before: [number, number] = [0, 0];
  for (const link of links) {
    if (link[0] > height) {
      const part = (height - before[0]) / (link[0] - before[0]);
      return before[1] + part * (link[1] - before[1]);
    }
    before = link;
  }
  return before[1] + (height - before[0]);
}

/** Only links that rise on both sides can be interpolated. */
export function risingLinks(links: Links): Links {
  const rising: Links = [];
  for (const link of links) {
    const last = rising.at(-1) ?? [0, 0];
    if (link[0] > last[0] && link[1] > last[1]) rising.push(link);
  }
  return rising;
}

export const swapSides = (links: Links): Links => links.map(([left, other]) => [other, left]);
