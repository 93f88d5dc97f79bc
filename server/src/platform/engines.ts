import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Services } from './context.ts';

/** A program that converts DWG to DXF: a command, or the module of a package in the engines folder. None of them is shipped with Dossier. */
export interface DwgReader {
  kind: 'dwg2dxf' | 'oda' | 'package';
  path: string;
}

/** Two programs for media: `ffprobe` describes a file, `ffmpeg` converts it. */
export interface MediaEngine {
  ffmpeg: string;
  ffprobe: string;
}

/** The programs of this machine that Dossier can use, as absolute paths; searched for once, at first use. */
interface Engines {
  office?: string;
  heic?: string;
  dwg?: DwgReader;
  media?: MediaEngine;
  shutter: Isolation;
}

const known = new Map<string, Promise<Engines>>();

/** Finds the programs of this machine. */
export function enginesOf({ config: { searchPath, engines } }: Services): Promise<Engines> {
  const key = `${searchPath} ${engines}`;
  const found = known.get(key) ?? detectEngines(searchPath, engines);
  known.set(key, found);
  return found;
}

async function detectEngines(searchPath: string, engines: string): Promise<Engines> {
  const [office, heic, dwg, mediaEngine, shutter] = await Promise.all([
    findProgram(['soffice', 'libreoffice'], searchPath),
    findProgram(['heif-convert', 'heif-dec'], searchPath),
    findDwgReader(searchPath, engines),
    findMediaEngine(searchPath),
    findIsolation(searchPath),
  ]);
  return { shutter, ...(office && { office }), ...(heic && { heic }), ...(dwg && { dwg }), ...(mediaEngine && { media: mediaEngine }) };
}

async function findMediaEngine(searchPath: string): Promise<MediaEngine | undefined> {
  const [ffmpeg, ffprobe] = await Promise.all([findProgram(['ffmpeg'], searchPath), findProgram(['ffprobe'], searchPath)]);
  return ffmpeg === undefined || ffprobe === undefined ? undefined : { ffmpeg, ffprobe };
}

async function findDwgReader(searchPath: string, engines: string): Promise<DwgReader | undefined> {
  const module = join(engines, 'node_modules', '@mlightcad', 'libredwg-web', 'dist', 'libredwg-web.js');
  const isThere = await access(module).then(
    () => true,
    () => false,
  );
  if (isThere) return { kind: 'package', path: module };
  for (const [kind, name] of [
    ['oda', 'ODAFileConverter'],
    ['dwg2dxf', 'dwg2dxf'],
  ] as const) {
    const path = await findProgram([name], searchPath);
    if (path !== undefined) return { kind, path };
  }
  return undefined;
}

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
