import type { Failure } from '@dossier/formats/task';
import type { Services } from '../../platform/context.ts';
import { type AuthorisedRevision, shownName } from '../documents/file-tickets.ts';

/** The bytes that something is made of, and what they are called. */
export interface Source {
  sha256: string;
  size: number;
  /** In small letters, without a dot: the same bytes are another thing under another one. */
  ext: string;
  name: string;
  /** Where it is a file out of something else: what it is called on the shelf of that, whose sha256 stands above. */
  part?: string;
}

/** One rendition being made. */
export interface RenderJob {
  services: Services;
  source: Source;
  /** Where the source lies; only to be read. */
  path: string;
  /** An empty folder for this alone, removed afterwards. */
  folder: string;
  /** What distinguishes it from others of its kind: a page and its width. */
  param: string;
  /** Whether somebody waited when it was begun; what it takes its turns by knows also of those who joined. */
  urgent: boolean;
  /** How far it is, from 0 to 1. */
  report: (done: number) => void;
}

/** What came of it: bytes, or a file in the folder; `facts` are kept beside it. */
export type RenderResult =
  | { ok: true; content: Buffer | { file: string }; facts?: Record<string, unknown> }
  | { ok: false; reason: Failure };

/** How one kind of rendition is made. */
export interface Renderer {
  /** Small letters and digits. */
  name: string;
  /** Raised when it makes something else of the same bytes: what was made before is made anew. */
  version: number;
  /** Takes longer than anybody looks at a page that waits, and tells how far it is: it is given all the time that its parts may take. */
  patient?: true;
  render(making: RenderJob): Promise<RenderResult>;
}

/** A rendition on the shelf, or why there is none. */
export type Rendition =
  | { ok: true; path: string; size: number; changed: number; facts: Record<string, unknown> }
  | { ok: false; reason: Failure };

/** The bytes of a revision as what renditions are made of. */
export function sourceOf(held: AuthorisedRevision): Source {
  const { sha256, size } = held.revision;
  const { entry } = held;
  if (entry !== undefined) return { sha256, size: entry.size, part: entry.part, ...shownName(held) };
  return { sha256, size, ...shownName(held) };
}
