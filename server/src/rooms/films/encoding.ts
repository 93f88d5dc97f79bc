import { largest, type Plan } from './plan-of.ts';
import type { Probed } from './probe.ts';

/** Films beyond so many seconds are made smaller and with less care, so that they are made at all. */
const long = 40 * 60;

/** What the program is told to make of a film. Nothing but picture and sound is taken over: no names, places, chapters or files in it. */
export function argumentsOf(film: Probed, plan: Exclude<Plan, 'as-it-is'>, cores: number): string[] {
  const picture =
    plan.picture === 'none' ? ['-vn'] : ['-map', '0:V:0', ...(plan.picture === 'copy' ? words('-c:v copy') : drawn(film, cores))];
  const sound = plan.sound === 'none' ? ['-an'] : words(`-map 0:a:0 ${plan.sound === 'copy' ? '-c:a copy' : '-c:a aac -b:a 128k -ac 2'}`);
  const rest = words('-sn -dn -map_metadata -1 -map_chapters -1 -movflags +faststart -max_muxing_queue_size 4096 -f mp4');
  return [...picture, ...sound, ...rest];
}

const words = (text: string): string[] => text.split(' ');

function drawn({ seconds = 0 }: Probed, cores: number): string[] {
  const isLong = seconds > long;
  const [width, height] = isLong ? [1280, 720] : [largest.long, largest.short];
  const within = (wide: number, narrow: number, side: string) => `'min(${side},if(gte(iw,ih),${wide},${narrow}))'`;
  const scale = `scale=${within(width, height, 'iw')}:${within(height, width, 'ih')}:force_original_aspect_ratio=decrease:force_divisible_by=2`;
  return [
    ...words('-c:v libx264 -pix_fmt yuv420p -crf 23 -preset'),
    isLong ? 'superfast' : 'veryfast',
    ...words(`-threads ${cores} -filter_threads 1`),
    // fields are joined where a film says that it has them
    '-vf',
    `yadif=deint=interlaced,${scale}`,
  ];
}
