import type { Failure } from '@dossier/formats/task';
import type { Services } from '../../platform/context.ts';
import { type AuthorisedRevision, shownName } from '../documents/file-tickets.ts';

/** The content that a rendition is made from, and its name. */
export interface Source {
  sha256: string;
  size: number;
  /** In lower case, without a dot: the same bytes have other renditions under another extension. */
  ext: string;
  name: string;
  /** For a nested file: its name in the rendition cache of its container, whose sha256 is above. */
  part?: string;
}

/** A job that makes one rendition. */
export interface RenderJob {
  services: Services;
  source: Source;
  /** Path of the source, read-only. */
  path: string;
  /** An empty folder of the job, removed afterwards. */
  folder: string;
  /** Distinguishes renditions of one kind, such as page and width. */
  param: string;
  /** Whether a user waited when it started; the scheduler also knows of requesters who joined later. */
  urgent: boolean;
  /** Progress from 0 to 1. */
  report: (done: number) => void;
}

/** The result: bytes, or a file in the folder; `facts` are stored with it. */
export type RenderResult =
  | { ok: true; content: Buffer | { file: string }; facts?: Record<string, unknown> }
  | { ok: false; reason: Failure };

/** Makes one kind of rendition. */
export interface Renderer {
  /** Lower-case letters and digits. */
  name: string;
  /** Incremented when the output changes: older renditions are made again. */
  version: number;
  /** For long jobs that report progress: the deadline of a request does not apply, only the limits of its steps. */
  patient?: true;
  render(job: RenderJob): Promise<RenderResult>;
}

/** A cached rendition, or the reason why there is none. */
export type Rendition =
  | { ok: true; path: string; size: number; changed: number; facts: Record<string, unknown> }
  | { ok: false; reason: Failure };

/** The content of a revision as the source of renditions. */
export function sourceOf(authorised: AuthorisedRevision): Source {
  const { sha256, size } = authorised.revision;
  const { entry } = authorised;
  if (entry !== undefined) return { sha256, size: entry.size, part: entry.part, ...shownName(authorised) };
  return { sha256, size, ...shownName(authorised) };
}
