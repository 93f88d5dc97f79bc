/** The lengths of rows or columns: where each begins, and which one lies at a place. All in pixels, places from 0. */
export interface Lengths {
  count: number;
  total: number;
  sizeOf: (place: number) => number;
  startOf: (place: number) => number;
  /** The one that holds this pixel; the last where it lies behind all. */
  at: (pixel: number) => number;
}

interface Given {
  count: number;
  /** Of all that the runs do not name. */
  usual: number;
  /** Threes: first, last, pixels; in any order. */
  runs: readonly number[];
  /** Lengths that the person gave, by place: they win. */
  own?: ReadonlyMap<number, number> | undefined;
  zoom: number;
}

interface Stretch {
  first: number;
  last: number;
  size: number;
  start: number;
}

/** Works out where everything lies: stretches of one length, found by halving. */
export function lengthsOf({ count, usual, runs, own, zoom }: Given): Lengths {
  const stretches = stretchesOf(count, usual, { runs, own, zoom });
  const last = stretches.at(-1);
  const total = last ? last.start + last.size * (last.last - last.first + 1) : 0;
  const find = (isBehind: (stretch: Stretch) => boolean): Stretch | undefined => {
    let [low, high] = [0, stretches.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBehind(stretches[middle] as Stretch)) high = middle;
      else low = middle + 1;
    }
    return stretches[low - 1];
  };
  return {
    count,
    total,
    sizeOf: (place) => {
      const stretch = find(({ first }) => first > place);
      return stretch && place <= stretch.last ? stretch.size : 0;
    },
    startOf: (place) => {
      const stretch = find(({ first }) => first > place);
      return stretch ? stretch.start + (Math.min(place, stretch.last + 1) - stretch.first) * stretch.size : 0;
    },
    at: (pixel) => {
      const stretch = find(({ start }) => start > pixel);
      if (!stretch) return 0;
      const place = stretch.size === 0 ? stretch.last : stretch.first + Math.floor((pixel - stretch.start) / stretch.size);
      return Math.min(place, stretch.last);
    },
  };
}

function stretchesOf(count: number, usual: number, { runs, own, zoom }: Pick<Given, 'runs' | 'own' | 'zoom'>): Stretch[] {
  const named: Array<[first: number, last: number, size: number]> = [];
  for (let at = 0; at + 2 < runs.length; at += 3) named.push([runs[at] ?? 0, runs[at + 1] ?? 0, runs[at + 2] ?? 0]);
  named.sort(([a], [b]) => a - b);
  const stretches: Stretch[] = [];
  let [next, start] = [0, 0];
  const push = (first: number, last: number, size: number): void => {
    if (last < first) return;
    const scaled = Math.round(size * zoom);
    stretches.push({ first, last, size: scaled, start });
    start += scaled * (last - first + 1);
    next = last + 1;
  };
  const stretch = (first: number, last: number, size: number): void => {
    const inside = own ? [...own].filter(([place]) => place >= first && place <= last).toSorted(([a], [b]) => a - b) : [];
    for (const [place, length] of inside) {
      push(next, place - 1, size);
      push(place, place, length);
    }
    push(next, last, size);
  };
  for (const [first, last, size] of named) {
    if (last < next || first >= count) continue;
    stretch(next, Math.max(first, next) - 1, usual);
    stretch(next, Math.min(last, count - 1), size);
  }
  stretch(next, count - 1, usual);
  return stretches;
}
