import { attributeOf, isSet, scanXml } from '../xml/scan-xml.ts';
import type { ZipParts } from '../zip/zip-parts.ts';

/** A comment of a Word document. */
export interface WordComment {
  author: string;
  /** Milliseconds; 0 where the file does not say. */
  at: number;
  text: string;
  /** What it is about, as far as that lies in one paragraph; '' where nothing is marked. */
  words: string;
  /** The paragraph of the body in which it begins, from 0; -1 where it is not in the body. */
  paragraph: number;
  isResolved: boolean;
  /** Whether it answers the comment before it. */
  isReply: boolean;
}

const maxComments = 2000;
const maxText = 4000;
const maxWords = 500;
const maxAuthor = 500;
/** Characters of all comments together as JSON: what comes after them is left out. */
const maxTotal = 1_000_000;
/** Elements whose paragraphs are not those of the body, or stand there a second time. */
const aside: ReadonlySet<string> = new Set(['txbxContent', 'Fallback']);

interface Found extends WordComment {
  id: string;
  /** The ids of its paragraphs, by which the extended part tells answers. */
  paragraphIds: string[];
}

/** The comments of a Word document, in the order of the body, answers behind what they answer; of very many long ones the first. */
export async function readWordComments(zip: ZipParts): Promise<WordComment[]> {
  const found = await readTexts(zip);
  if (found.size === 0) return [];
  await readPlaces(zip, found);
  const parents = await readThreads(zip, found);
  const inBody = (comment: Found): number => (comment.paragraph < 0 ? Number.MAX_SAFE_INTEGER : comment.paragraph);
  const all = [...found.values()];
  const sorted = all
    .filter((comment) => !parents.has(comment))
    .toSorted((a, b) => inBody(a) - inBody(b))
    .flatMap((first) => [first, ...all.filter((comment) => parents.get(comment) === first)])
    .map(({ author, at, text, words, paragraph, isResolved, isReply }) => ({ author, at, text, words, paragraph, isResolved, isReply }));
  let total = 0;
  const end = sorted.findIndex((comment) => {
    total += JSON.stringify(comment).length;
    return total > maxTotal;
  });
  return end === -1 ? sorted : sorted.slice(0, end);
}

async function readTexts(zip: ZipParts): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  let comment: Found | undefined;
  let within = 0;
  await scanXml(zip.read('word/comments.xml'), {
    open(name, attributes) {
      if (name === 'comment' && found.size < maxComments) {
        const id = attributeOf(attributes, 'id') ?? '';
        const at = Date.parse(attributeOf(attributes, 'date') ?? '');
        const author = (attributeOf(attributes, 'author') ?? '').slice(0, maxAuthor);
        comment = {
          id,
          author,
          at: Number.isNaN(at) ? 0 : at,
          text: '',
          words: '',
          paragraph: -1,
          isResolved: false,
          isReply: false,
          paragraphIds: [],
        };
        found.set(id, comment);
      } else if (name === 'p') {
        if (comment && comment.text !== '') comment.text += '\n';
        comment?.paragraphIds.push(attributeOf(attributes, 'paraId') ?? '');
      } else if (name === 't') within++;
    },
    close(name) {
      if (name === 'comment') comment = undefined;
      else if (name === 't') within--;
    },
    text(text) {
      if (comment && within > 0 && comment.text.length < maxText) comment.text += text.slice(0, maxText - comment.text.length);
    },
  });
  return found;
}

/** What the comments are about, from the marks in the body. */
async function readPlaces(zip: ZipParts, found: ReadonlyMap<string, Found>): Promise<void> {
  const open = new Set<Found>();
  let paragraph = -1;
  let [beside, within] = [0, 0];
  await scanXml(zip.read('word/document.xml'), {
    open(name, attributes) {
      if (aside.has(name)) beside++;
      else if (name === 't' && beside === 0) within++;
      else if (name === 'p' && beside === 0) {
        paragraph++;
        for (const comment of open) comment.paragraph = paragraph;
      } else if (name.startsWith('comment')) {
        const comment = found.get(attributeOf(attributes, 'id') ?? '');
        if (comment === undefined) return;
        if (name === 'commentRangeEnd') open.delete(comment);
        else if (comment.paragraph < 0) comment.paragraph = Math.max(paragraph, 0);
        if (name === 'commentRangeStart') open.add(comment);
      }
    },
    close(name) {
      if (aside.has(name)) beside--;
      else if (name === 't' && beside === 0) within--;
      else if (name === 'p' && beside === 0) for (const comment of open) if (comment.words !== '') open.delete(comment);
    },
    text(text) {
      if (within > 0) for (const comment of open) comment.words = (comment.words + text).slice(0, maxWords);
    },
  });
}

/** Notes which comments are resolved, and answers by what they answer. */
async function readThreads(zip: ZipParts, found: ReadonlyMap<string, Found>): Promise<Map<Found, Found>> {
  const byParagraph = new Map<string, Found>();
  for (const comment of found.values()) for (const id of comment.paragraphIds) if (id !== '') byParagraph.set(id, comment);
  const parents = new Map<Found, Found>();
  await scanXml(zip.read('word/commentsExtended.xml'), {
    open(name, attributes) {
      const comment = byParagraph.get(attributeOf(attributes, 'paraId') ?? '');
      if (name !== 'commentEx' || comment === undefined) return;
      comment.isResolved = isSet(attributes, 'done');
      const parent = byParagraph.get(attributeOf(attributes, 'paraIdParent') ?? '');
      if (parent === undefined || parent === comment || parents.has(parent)) return;
      comment.isReply = true;
      parents.set(comment, parent);
    },
  });
  return parents;
}
