import { basename, join } from 'node:path';
import { type Ran, type Run, runProgram } from '../../ground/outside/run-program.ts';
import { enginesOf, type FilmEngine } from '../renditions/engines.ts';
import type { Making } from '../renditions/maker.ts';

/** The readers of containers that may be used, by the names that the program gives them. A list of other files, whatever it is called, is none. */
const containers =
  'mov,matroska,webm,avi,asf,flv,mpeg,mpegvideo,mpegts,ogg,mxf,rm,dv,mp3,wav,w64,flac,aac,aiff,caf,ape,amr,amrnb,amrwb,au,ac3,eac3,wv';

/** One run of one of the two programs on the film that something is made of. */
type FilmRun = Pick<Run, 'timeoutMs' | 'memoryMb' | 'maxOutput' | 'answer' | 'cores' | 'behind'> & {
  tool: keyof FilmEngine;
  /** What it is told before it is given the film, and after. */
  before?: string[];
  after: string[];
  /** Stops it before its time. */
  stop?: AbortSignal;
};

/** Reads a film by a program of this machine: nothing but the one file, and only as the containers that we mean. */
export async function runFilmEngine({ house, source, path, folder }: Making, run: FilmRun): Promise<Ran> {
  const { film, shutter } = await enginesOf(house);
  if (film === undefined) return { ok: false, reason: 'no-engine', said: '' };
  const { tool, before = [], after, stop, ...limits } = run;
  const input = join(folder, basename(`film.${source.ext}`));
  const always = tool === 'ffmpeg' ? ['-nostdin', '-y'] : [];
  const ran = await runProgram({
    ...limits,
    program: film[tool],
    args: [
      ...always,
      ...'-hide_banner -loglevel error -protocol_whitelist file -format_whitelist'.split(' '),
      containers,
      ...before,
      '-i',
      input,
      ...after,
    ],
    folder,
    inputs: [{ from: path, to: input }],
    shutter,
    signal: stop === undefined ? house.stopping : AbortSignal.any([house.stopping, stop]),
  });
  // what it complains of is the film
  return !ran.ok && ran.reason === 'crashed' && ran.said !== '' ? { ...ran, reason: 'broken' } : ran;
}
