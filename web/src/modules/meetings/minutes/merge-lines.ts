/** A change against the base: the lines from `start` up to `end` were replaced. */
interface Change {
  start: number;
  end: number;
  lines: string[];
}

function changeOf(base: readonly string[], text: readonly string[]): Change {
  let start = 0;
  while (start < base.length && start < text.length && base[start] === text[start]) start += 1;
  let same = 0;
  while (same < base.length - start && same < text.length - start && base.at(-1 - same) === text.at(-1 - same)) same += 1;
  return { start, end: base.length - same, lines: text.slice(start, text.length - same) };
}

/** Merges two texts with the same base; where both changed the same lines, both versions are kept, one after the other. */
export function mergeLines(base: string, ours: string, theirs: string): string {
  if (ours === base || ours === theirs) return theirs;
  if (theirs === base) return ours;
  const lines = base.split('\n');
  const own = changeOf(lines, ours.split('\n'));
  const other = changeOf(lines, theirs.split('\n'));
  const isBefore = own.start < other.start || (own.start === other.start && own.end < other.end);
  const [first, second] = isBefore ? [own, other] : [other, own];
  const apart = first.end <= second.start;
  if (apart)
    return [
      ...lines.slice(0, first.start),
      ...first.lines,
      ...lines.slice(first.end, second.start),
      ...second.lines,
      ...lines.slice(second.end),
    ].join('\n');
  const start = Math.min(own.start, other.start);
  const end = Math.max(own.end, other.end);
  const whole = (change: Change): string[] => [...lines.slice(start, change.start), ...change.lines, ...lines.slice(change.end, end)];
  return [...lines.slice(0, start), ...whole(other), ...whole(own), ...lines.slice(end)].join('\n');
}
