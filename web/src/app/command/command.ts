import type { ReactNode } from 'react';

export type CommandGroup = 'go' | 'do' | 'find';

/** Something that can be done from the palette. */
export interface Command {
  id: string;
  group: CommandGroup;
  label: string;
  /** Where it lies, or what else it is called; found by it too. */
  detail?: string;
  icon?: ReactNode;
  run: () => void;
}

/** What stands for a text, without case and accents. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** How well a command answers what was typed: lower is better, undefined not at all. All words must be found, in any order. */
function rank(command: Command, words: readonly string[]): number | undefined {
  const label = plain(command.label);
  const all = `${label} ${plain(command.detail ?? '')}`;
  if (!words.every((word) => all.includes(word))) return undefined;
  const [first = ''] = words;
  if (label.startsWith(first)) return 0;
  return label.includes(first) ? 1 : 2;
}

/** The commands that answer what was typed, the best first, each group together. */
export function matchingCommands(commands: readonly Command[], typed: string): Command[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return commands
    .map((command, at) => ({ command, at, rank: rank(command, words) }))
    .filter((one) => one.rank !== undefined)
    .toSorted((a, b) => groupAt(a.command) - groupAt(b.command) || (a.rank ?? 0) - (b.rank ?? 0) || a.at - b.at)
    .map(({ command }) => command);
}

const order: readonly CommandGroup[] = ['go', 'do', 'find'];
const groupAt = (command: Command): number => order.indexOf(command.group);
