import { fileURLToPath } from 'node:url';
import { codes } from '@dossier/contract/core/codes';
import type { WordComment } from '@dossier/formats/office/word-comments';
import { transientFailures } from '@dossier/formats/task';
import type { Services } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { sandboxPool } from '../../../platform/sandbox/sandbox.ts';
import type { Content } from '../../../platform/storage/storage.ts';

/** The module of the tasks, and how long one may take; a test has others. */
export const wordTasks = { path: fileURLToPath(new URL('./tasks.ts', import.meta.url)), timeoutMs: 60_000 };

const wordPool = sandboxPool((services) => ({
  readable: services.storage.localFolders(),
  tasks: wordTasks.path,
  size: 2,
  jobsPerProcess: 100,
  idleMs: 60_000,
  heapMb: 512,
}));

export interface EditedFile {
  base: Content;
  draft: Content;
  /** Whether nobody wrote anything: then all parts have to be equal. */
  isUntouched?: boolean;
  /** Whether its sender may send it again: then too little time, as on a busy server, says nothing of it. */
  mayComeAgain?: boolean;
}

/** Refuses with 4647 a file that lost or changed parts of the one it was edited from, or cannot be read. */
export async function requireUndamaged(
  services: Services,
  { base, draft, isUntouched = false, mayComeAgain = false }: EditedFile,
): Promise<void> {
  const { storage } = services;
  const answer = await storage.withLocalFile(base.sha256, (basePath) =>
    storage.withLocalFile(draft.sha256, (path) =>
      wordPool(services).run(
        'compare',
        { path, ext: 'docx', name: 'draft.docx', size: draft.size },
        { urgent: true, timeoutMs: wordTasks.timeoutMs, terms: { base: basePath, untouched: isUntouched } },
      ),
    ),
  );
  const passes = !answer.ok && (transientFailures.has(answer.reason) || (mayComeAgain && answer.reason === 'timeout'));
  if (passes) throw new Refusal(codes.changedMeanwhile);
  if (answer.ok && answer.text === '[]') return;
  services.log.warn({ differences: answer.ok ? answer.text : answer.reason, isUntouched }, 'an edited file is damaged');
  throw new Refusal(codes.editDamaged);
}

/** The comments of a Word document; 1008 where they cannot be read now. */
export async function wordComments(services: Services, file: Content): Promise<WordComment[]> {
  const answer = await services.storage.withLocalFile(file.sha256, (path) =>
    wordPool(services).run('comments', { path, ext: 'docx', name: 'file.docx', size: file.size }, { urgent: true }),
  );
  if (answer.ok && answer.cut === true) return [];
  if (answer.ok) return JSON.parse(answer.text ?? '[]') as WordComment[];
  // a document that cannot be read is told by the editor
  if (!transientFailures.has(answer.reason)) return [];
  throw new Refusal(codes.changedMeanwhile);
}
