/** Runs the import laws over a tree and lists what breaks them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { lawsFor, options } from '../.dependency-cruiser.mjs';

const parts = ['contract', 'server', 'web', 'e2e', 'bench'];

/**
 * The breaches in the tree under `folder`, each as `law: from → to`. Throws when it saw no modules: a cruiser without a parser for
 * TypeScript reports success over nothing.
 */
export async function findBreaches(folder, rooms) {
  const present = parts.filter((part) => existsSync(join(folder, part)));
  const { output } = await cruise(present, { ...options, baseDir: folder, validate: true, ruleSet: { forbidden: lawsFor(rooms) } });
  const own = output.modules.filter((module) => /\.tsx?$/.test(module.source) && !module.source.includes('node_modules'));
  if (own.length === 0) throw new Error('The import laws saw no modules');
  const breaches = output.summary.violations.map(
    ({ rule, from, to, comment }) => `${rule.name}: ${from} → ${to}${comment ? ` (${comment})` : ''}`,
  );
  return { breaches, modules: own.length };
}
