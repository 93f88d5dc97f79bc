import { films } from '@dossier/contract/films';
import { type Served, type ServedFile, serveSlow } from '../../ground/http/serve.ts';
import { besideFiles } from './send-beside.ts';
import { playedFiles } from './send-film.ts';
import { showBeside } from './show-beside.ts';
import { showWave } from './show-wave.ts';

export const filmRoutes: Served[] = [serveSlow(films.wave, showWave), serveSlow(films.beside, showBeside)];

export const filmFiles: ServedFile[] = [...playedFiles, ...besideFiles];
