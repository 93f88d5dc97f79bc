import { z } from 'zod';
import { extensions, isOffice, renditionOf } from '../core/file-types.ts';
import { right } from '../core/rights.ts';
import { post } from '../core/route.ts';
import { Id, Text } from '../core/shapes.ts';

/** So many documents are kept on a device, each of so many bytes: a copy is encrypted whole. */
export const mostKeptOffline = { documents: 100, bytes: 50 << 20 };

/** What is kept of a document: the file itself, by what shows it, or the PDF that the server makes of it. */
const OfflineForm = z.enum(['pdf', 'image', 'text', 'rendition']);
export type OfflineForm = z.infer<typeof OfflineForm>;

const originals: Partial<Record<ReturnType<typeof renditionOf>, OfflineForm>> = { pdf: 'pdf', image: 'image', text: 'text' };

/** Types that are kept as a PDF, besides those whose file may not be downloaded. */
const becomesPdf = (ext: string): boolean =>
  isOffice(ext) ||
  [extensions.sheet, extensions.drawing, extensions.ofd, extensions.rawPicture, extensions.html, extensions.mail].some((some) =>
    some.has(ext),
  );

/** In which form a document of this type is kept offline by a user with these rights; undefined where the user may not download it. */
export function offlineFormOf({
  ext = '',
  rights = 0,
}: {
  ext?: string | undefined;
  rights?: number | undefined;
}): OfflineForm | undefined {
  const type = ext.toLowerCase();
  if ((rights & right.visible) === 0 || (rights & right.read) === 0) return undefined;
  const original = originals[renditionOf(type)];
  if (original !== undefined && (rights & right.download) !== 0) return original;
  return (rights & right.pdf) !== 0 && (original !== undefined || becomesPdf(type)) ? 'rendition' : undefined;
}

/** The newest version of a document as it may be kept now. */
const Keepable = z.object({
  id: Id,
  name: Text,
  ext: Text,
  form: OfflineForm,
  revisionId: Id,
  versionLabel: Text,
  /** In bytes, of the file. */
  size: z.number(),
});

export const offlineCopies = {
  keep: post('/offline/keep', {
    access: 'session',
    does: 'Where to fetch a document that is kept on the caller’s device, which counts as a download; 4679 for what is not kept. Of a PDF that is made first, `looks.paper` tells with `look` when it is there',
    input: z.object({ id: Id }),
    output: Keepable.extend({ downloadUrl: Text, look: Text.optional() }),
  }),
  check: post('/offline/check', {
    access: 'session',
    does: 'Which of the documents on the caller’s device may stay there, with their newest versions; what is missing is to be forgotten',
    input: z.object({ ids: z.array(Id).max(mostKeptOffline.documents, 'tooManyItems') }),
    output: z.object({
      /** Days without contact after which all is forgotten; 0: at once. */
      days: z.number(),
      list: z.array(Keepable),
    }),
    reads: true,
  }),
};
