import type { House } from '../../ground/ctx.ts';
import { findProgram, findShutter, type Shutter } from '../../ground/outside/find-program.ts';

/** The programs of this machine that Dossier can use, as absolute paths; looked for once, at the first need. */
export interface Engines {
  office?: string;
  heic?: string;
  shutter: Shutter;
}

const known = new Map<string, Promise<Engines>>();

/** Which programs there are. */
export function enginesOf({ config: { searchPath } }: House): Promise<Engines> {
  const found = known.get(searchPath) ?? look(searchPath);
  known.set(searchPath, found);
  return found;
}

async function look(searchPath: string): Promise<Engines> {
  const [office, heic, shutter] = await Promise.all([
    findProgram(['soffice', 'libreoffice'], searchPath),
    findProgram(['heif-convert', 'heif-dec'], searchPath),
    findShutter(searchPath),
  ]);
  return { shutter, ...(office && { office }), ...(heic && { heic }) };
}
