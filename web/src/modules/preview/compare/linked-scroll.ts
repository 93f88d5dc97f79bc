/** Heights that belong together: of one side and of the other, in order. */
export type Links = [one: number, other: number][];

/** The height on the other side that belongs to one: between two places that belong together, in proportion. */
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

/** Only what rises on both sides can be walked along. */
export function risingLinks(links: Links): Links {
  const kept: Links = [];
  for (const link of links) {
    const last = kept.at(-1) ?? [0, 0];
    if (link[0] > last[0] && link[1] > last[1]) kept.push(link);
  }
  return kept;
}

export const swapSides = (links: Links): Links => links.map(([one, other]) => [other, one]);
