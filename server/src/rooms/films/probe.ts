import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Failure } from '../../ground/confined/job.ts';
import { turnsOf } from '../../ground/turns.ts';
import type { Making } from '../renditions/maker.ts';
import { runFilmEngine } from './run-film-engine.ts';

const limits = { timeoutMs: 30_000, memoryMb: 2048, maxOutput: 1024 * 1024 };

const inTurn = turnsOf(3);

const Stream = z.object({
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  profile: z.string().optional(),
  pix_fmt: z.string().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  disposition: z.object({ attached_pic: z.number().optional() }).optional(),
});

const Answer = z.object({
  streams: z.array(Stream).default([]),
  format: z.object({ format_name: z.string(), duration: z.coerce.number().optional() }),
});

/** What a film is made of: its container, the first picture stream that is no cover, the first sound, and how long it is where it says so. */
export interface Probed {
  container: string;
  seconds?: number;
  picture?: z.output<typeof Stream>;
  sound?: z.output<typeof Stream>;
}

type Answered = { ok: true; film: Probed } | { ok: false; reason: Failure };

/** Asks what a film or a sound is. */
export const probe = (making: Making): Promise<Answered> => inTurn(making.urgent, () => asked(making));

async function asked(making: Making): Promise<Answered> {
  const answer = join(making.folder, 'facts.json');
  const entries = 'format=format_name,duration:stream=codec_type,codec_name,profile,pix_fmt,width,height:stream_disposition=attached_pic';
  const ran = await runFilmEngine(making, {
    ...limits,
    tool: 'ffprobe',
    answer,
    before: ['-print_format', 'json', '-show_entries', entries],
    after: [],
  });
  if (!ran.ok) return ran;
  const found = Answer.safeParse(parsed(await readFile(answer, 'utf8')));
  if (!found.success) return { ok: false, reason: 'broken' };
  const { streams, format } = found.data;
  const picture = streams.find((one) => one.codec_type === 'video' && one.disposition?.attached_pic !== 1);
  const sound = streams.find((one) => one.codec_type === 'audio');
  const film: Probed = {
    container: format.format_name,
    ...(format.duration !== undefined && format.duration > 0 && { seconds: format.duration }),
    ...(picture && { picture }),
    ...(sound && { sound }),
  };
  return { ok: true, film };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
