import { extensions, isSound } from '@dossier/contract/file-types';
import type { Probed } from './probe.ts';

/** What becomes of a film: it is played as it is, or made anew, each stream taken over where browsers know it. */
export type Plan = 'as-it-is' | { picture: 'copy' | 'encode' | 'none'; sound: 'copy' | 'encode' | 'none' };

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** What browsers play, by the container that an extension promises; `by` is what the program calls it. */
const known: { exts: ReadonlySet<string>; by: string; pictures: ReadonlySet<string>; sounds: ReadonlySet<string> }[] = [
  { exts: set('mp4 m4v mov'), by: 'mp4', pictures: set('h264 vp9 av1'), sounds: set('aac mp3 opus flac') },
  { exts: set('webm'), by: 'webm', pictures: set('vp8 vp9 av1'), sounds: set('vorbis opus') },
  { exts: set('mp3'), by: 'mp3', pictures: set(''), sounds: set('mp3') },
  { exts: set('wav'), by: 'wav', pictures: set(''), sounds: set('pcm_u8 pcm_s16le pcm_s24le pcm_s32le pcm_f32le pcm_alaw pcm_mulaw') },
  { exts: set('ogg opus'), by: 'ogg', pictures: set(''), sounds: set('vorbis opus flac') },
  { exts: set('m4a'), by: 'mp4', pictures: set(''), sounds: set('aac mp3 opus flac') },
  { exts: set('flac'), by: 'flac', pictures: set(''), sounds: set('flac') },
  { exts: set('aac'), by: 'aac', pictures: set(''), sounds: set('aac') },
];

/** The largest picture that is taken over, and made. */
export const largest = { long: 1920, short: 1080 };
/** Containers that tell the time of each of their parts, without which nothing can be taken over. */
const timed = ['mp4', 'matroska', 'flv', 'mpegts'];
const plainPixels = set('yuv420p yuvj420p');

/** Decides by what a film is made of; undefined where there is nothing to see, or for a sound nothing to hear. */
export function planOf(ext: string, film: Probed): Plan | undefined {
  const { picture, sound } = film;
  if (isSound(ext) ? sound === undefined : picture === undefined) return undefined;
  if (isKnown(ext, film)) return 'as-it-is';
  const names = film.container.split(',');
  const isTimed = timed.some((name) => names.includes(name));
  return {
    picture: isSound(ext) || picture === undefined ? 'none' : isTimed && isPlain(film) && fits(film) ? 'copy' : 'encode',
    sound: sound === undefined ? 'none' : isTimed && sound.codec_name === 'aac' ? 'copy' : 'encode',
  };
}

function isKnown(ext: string, film: Probed): boolean {
  const { container, picture, sound } = film;
  if (!extensions.video.has(ext) && !extensions.audio.has(ext)) return false;
  const kind = known.find(({ exts }) => exts.has(ext));
  if (kind === undefined || !container.split(',').includes(kind.by)) return false;
  // of a song only its sound is played
  const isSeen = isSound(ext) || (picture !== undefined && kind.pictures.has(picture.codec_name ?? '') && isOfBrowsers(film));
  return isSeen && (sound === undefined || kind.sounds.has(sound.codec_name ?? ''));
}

const isOfBrowsers = (film: Probed): boolean => film.picture?.codec_name !== 'h264' || isPlain(film);

/** H.264 with the colours that every decoder knows. */
const isPlain = ({ picture }: Probed): boolean => picture?.codec_name === 'h264' && plainPixels.has(picture.pix_fmt ?? '');

function fits({ picture }: Probed): boolean {
  const [width = 0, height = 0] = [picture?.width, picture?.height];
  return Math.max(width, height) <= largest.long && Math.min(width, height) <= largest.short;
}
