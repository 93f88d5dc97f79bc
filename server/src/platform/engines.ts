import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from './context.ts';
import { type Isolation, findIsolation, findProgram } from './subprocess/find-program.ts';

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
export interface Engines {
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
