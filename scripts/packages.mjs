/** Installs Debian packages without a prompt where possible. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run } from './runtime.mjs';

/** How to run apt-get as root without a prompt: directly, through sudo, or not at all. */
export function rootCommand() {
  if (!existsSync('/usr/bin/apt-get')) return undefined;
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined;
}

/** Installs packages; errors are printed, and show in what is missing afterwards. */
export async function installWithApt(asRoot, packages) {
  console.log(`Installing ${packages.join(' and ')}`);
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const [command, ...rest] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', ...args];
    const { code, output } = await run(command, rest);
    if (code !== 0) console.log(output.trim().split('\n').slice(-5).join('\n'));
  }
}
