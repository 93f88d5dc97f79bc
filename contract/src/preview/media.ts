import { z } from 'zod';
import { get } from '../core/route.ts';
import { Text } from '../core/shapes.ts';
import { PreviewToken } from './preview-token.ts';

/** How many peaks describe the loudness of an audio file. */
export const peakCount = 800;

export const media = {
  wave: get('/look/wave', {
    access: 'public',
    does: 'How loud a sound is along its length, for the bar to seek in; empty where nobody could tell',
    input: z.object({ look: PreviewToken }),
    /** From 0 to 100, the loudest being 100. */
    output: z.object({ peaks: z.array(z.number()) }),
  }),
  beside: get('/look/beside', {
    access: 'public',
    does: 'What a video has besides: a poster image, and the subtitles of its name that lie beside it and that the caller may read',
    input: z.object({ look: PreviewToken }),
    output: z.object({
      poster: Text.optional(),
      /** WebVTT at `url`; `lang` is the language tag where the file name has one, and `suffix` that part of the name. */
      subtitles: z.array(z.object({ url: Text, lang: Text.optional(), suffix: Text })),
    }),
  }),
};
