import type { ReactNode } from 'react';

/** The groups in the order in which they are shown. */
export const commandGroups = ['go', 'item', 'do', 'recent', 'saved', 'find', 'tags', 'people', 'all'] as const;
type CommandGroup = (typeof commandGroups)[number];

/** A command of the palette, or what a search field suggests. */
export interface Command {
  id: string;
  group: CommandGroup;
  label: string;
  /** Its path or another name; searched too. */
  detail?: string;
  icon?: ReactNode;
  run: () => void;
}

/** Normalises a text: no case, no accents. */
export const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Rank of a command for a query: lower is better, undefined for no match. All words must match, in any order. */
function rank(command: Command, words: readonly string[]): number | undefined {
  const label = plain(command.label);
  const all = `${label} ${plain(command.detail ?? '')}`;
  if (!words.every((word) => all.includes(word))) return undefined;
  const [first = ''] = words;
  if (label.startsWith(first)) return 0;
  return label.includes(first) ? 1 : 2;
}

/** The commands that match the query, best first, grouped. */
export function matchingCommands(commands: readonly Command[], typed: string): Command[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return commands
    .map((command, at) => ({ command, at, rank: rank(command, words) }))
    .filter((one) => one.rank !== undefined)
    .toSorted((a, b) => groupAt(a.command) - groupAt(b.command) || (a.rank ?? 0) - (b.rank ?? 0) || a.at - b.at)
    .map(({ command }) => command);
}

const groupAt = (command: Command): number => commandGroups.indexOf(command.group);
