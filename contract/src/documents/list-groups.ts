import { z } from 'zod';
import { Text, Time } from '../core/shapes.ts';

/** What the documents of a list can be grouped by: when they were changed, the first letter of the name, the type of file, who created them. */
export const groupings = ['changed', 'letter', 'kind', 'creator'] as const;
export type Grouping = (typeof groupings)[number];

/** The types of files, with their extensions; others are `other`. */
export const fileKinds = {
  word: 'doc,docx,dot,wps,wpt,odt,rtf',
  sheet: 'xls,xlsx,xlsm,xlt,xltx,csv,et,ods',
  slides: 'ppt,pptx,pps,dps,odp',
  pdf: 'pdf',
  picture: 'jpg,jpeg,png,gif,bmp,webp,svg,heic,tif,tiff',
  media: 'mp4,mov,webm,mp3,wav,ogg,m4a,flac',
  drawing: 'dwg,dxf,dws,dwt,vsd,vsdx',
  archive: 'zip,rar,7z,tar,gz',
  text: 'txt,md,markdown,log,html,htm,xml,json,yaml,java,c,cpp,h,css,js,sql',
} as const;
export type FileKind = keyof typeof fileKinds;

const split = (value: unknown): unknown => (typeof value === 'string' ? value.split(',').filter((part) => part !== '') : value);

/** The most moments that divide the documents of a list by their last change. */
export const mostMoments = 60;

const Moments = z.preprocess(split, z.array(Time).max(mostMoments)) as z.ZodType<string[], string | string[]>;
const Keys = z.preprocess(split, z.array(z.string().max(40)).max(200)) as z.ZodType<string[], string | string[]>;

export const groupInput = {
  groupBy: z.enum(groupings).optional(),
  /** Moments, the latest first, that divide the documents by their last change, as the days and months of the caller begin; for `changed`. */
  since: Moments.optional(),
  /** The keys of groups whose rows are left out. */
  folded: Keys.optional(),
};

/** A group of a list. Its rows follow those of the group before it; of a folded one there are none. */
export const ListGroup = z.object({
  /**
   * `folders`; of `changed` the index of the moment since which its documents were changed; of `letter` a letter, two with a mark before that of
   * a Chinese syllable (`\u3000b`), `#` for others before the letters, `~` for those behind; of `kind` a type of file; of `creator` the id of a user, or `others`.
   */
  key: Text,
  /** Of `creator`: the user. */
  name: Text.optional(),
  count: z.number(),
  folded: z.boolean().optional(),
});
export type ListGroup = z.infer<typeof ListGroup>;
