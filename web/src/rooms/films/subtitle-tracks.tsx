import type { films } from '@dossier/contract/films';
import type { OutputOf } from '@dossier/contract/route';
import type { ReactNode } from 'react';
import { langTags, useLang } from '../../ground/text.ts';

type Subtitles = OutputOf<typeof films.beside>['subtitles'][number];

interface TracksProps {
  subtitles: readonly Subtitles[];
  /** What subtitles are called whose language nobody told. */
  plain: string;
}

/** The subtitles of a film; those in the language of the interface are shown, else the first. */
export function SubtitleTracks({ subtitles, plain }: TracksProps): ReactNode {
  const tag = langTags[useLang()];
  const first = subtitles.find(({ lang }) => lang !== undefined && spoken(lang) === spoken(tag)) ?? subtitles[0];
  return subtitles.map((one) => (
    <track
      key={one.suffix}
      kind="subtitles"
      src={one.url}
      srcLang={one.lang ?? 'und'}
      label={nameOf(one, tag) ?? plain}
      default={one === first}
    />
  ));
}

const spoken = (tag: string): string => tag.split('-', 1)[0] ?? tag;

function nameOf({ lang, suffix }: Subtitles, tag: string): string | undefined {
  const name = lang === undefined ? undefined : new Intl.DisplayNames([tag], { type: 'language' }).of(lang);
  return name ?? (suffix === '' ? undefined : suffix);
}
