/** How things lie in a place: rows, rows with pictures, cards, pictures. */
export const layouts = ['list', 'snapshot', 'grid', 'gallery'] as const;
export type Layout = (typeof layouts)[number];

/** The layouts that were chosen, by the ids of places. */
export type Layouts = Record<string, Layout>;

/** So many places keep a layout of their own. */
const most = 200;

/** The layout that was chosen for the first of these places, else for the nearest that it lies in. */
export function layoutIn(chosen: Layouts, keys: readonly string[], otherwise: Layout): Layout {
  const key = keys.find((one) => chosen[one] !== undefined);
  return (key === undefined ? undefined : chosen[key]) ?? otherwise;
}

interface Choice {
  keys: readonly string[];
  chosen: Layout;
  otherwise: Layout;
}

/** The layouts after a choice: what a place would have anyway needs no word. */
export function withLayout(before: Layouts, { keys, chosen, otherwise }: Choice): Layouts {
  const [own = '', ...around] = keys;
  const others = Object.entries(before).filter(([key]) => key !== own);
  const left = Object.fromEntries(others);
  if (layoutIn(left, around, otherwise) === chosen) return left;
  return Object.fromEntries([...others, [own, chosen] as const].slice(-most));
}
