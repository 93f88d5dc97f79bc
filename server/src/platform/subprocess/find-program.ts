import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Folders of programs that are not on the search path of a service. */
const alsoIn: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['/opt/homebrew/bin', '/usr/local/bin', '/Applications/LibreOffice.app/Contents/MacOS'],
};

/** The first of these programs that this machine has, as an absolute path; undefined where it has none. */
export async function findProgram(names: readonly string[], searchPath: string): Promise<string | undefined> {
  const folders = [...searchPath.split(delimiter).filter(Boolean), ...(alsoIn[process.platform] ?? [])];
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, name);
      if (
        await access(path, constants.X_OK).then(
          () => true,
          () => false,
        )
      )
        return path;
    }
  }
  return undefined;
}

/** How a program is isolated: its own view of the file system, no network. Tested once, as many containers permit neither. */
export type Isolation = { kind: 'bwrap' | 'unshare'; path: string } | { kind: 'none' };

/** The best available isolation of network and files. */
export async function findIsolation(searchPath: string): Promise<Isolation> {
  const bwrap = await findProgram(['bwrap'], searchPath);
  if (bwrap !== undefined && (await works(bwrap, ['--unshare-all', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', 'true'])))
    return { kind: 'bwrap', path: bwrap };
  const unshare = process.platform === 'linux' ? await findProgram(['unshare'], searchPath) : undefined;
  if (unshare !== undefined && (await works(unshare, ['--net', '--map-root-user', 'true']))) return { kind: 'unshare', path: unshare };
  return { kind: 'none' };
}

const works = (program: string, args: string[]): Promise<boolean> =>
  run(program, args, { timeout: 10_000 }).then(
    () => true,
    () => false,
  );
