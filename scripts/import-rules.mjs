/** Runs the import rules over a tree and lists the violations. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { options, rulesFor } from '../.dependency-cruiser.mjs';

const parts = ['contract', 'packages', 'server', 'web', 'e2e', 'bench', 'demo'];

/**
 * The violations in the tree under `folder`, each as `rule: from → to`. Throws when it found no source files: without a TypeScript parser,
 * dependency-cruiser reports success over nothing.
 */
export async function findBreaches(folder, tiers) {
  const present = parts.filter((part) => existsSync(join(folder, part)));
  const { output } = await cruise(present, { ...options, baseDir: folder, validate: true, ruleSet: { forbidden: rulesFor(tiers) } });
  const own = output.modules.filter((module) => /\.tsx?$/.test(module.source) && !module.source.includes('node_modules'));
  if (own.length === 0) throw new Error('The import rules saw no source files');
  const breaches = output.summary.violations.map(
    ({ rule, from, to, comment }) => `${rule.name}: ${from} → ${to}${comment ? ` (${comment})` : ''}`,
  );
  return { breaches, modules: own.length };
}
