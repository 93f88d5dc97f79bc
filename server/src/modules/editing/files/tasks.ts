import { comparePackages } from '@dossier/formats/office/compare-packages';
import { readWordComments } from '@dossier/formats/office/word-comments';
import { type Answer, type Job, TaskFailure, type Tasks } from '@dossier/formats/task';
import { openZip } from '@dossier/formats/zip/zip-parts';

/** How many differences are told: enough to find the cause. */
const mostTold = 20;

/** The differences between a package and the one that it was edited from, as JSON; an empty list where nothing was damaged. */
async function compare({ path, terms }: Job): Promise<Answer> {
  if (typeof terms?.['base'] !== 'string') throw new TaskFailure('broken');
  const base = await openZip(terms['base']);
  try {
    const edited = await openZip(path);
    try {
      const differences = await comparePackages(base, edited, terms['untouched'] === true ? 'untouched' : 'edited');
      return { ok: true, text: JSON.stringify(differences.slice(0, mostTold)) };
    } finally {
      edited.close();
    }
  } finally {
    base.close();
  }
}

/** The comments of a Word document, as JSON. */
async function comments({ path }: Job): Promise<Answer> {
  const zip = await openZip(path);
  try {
    return { ok: true, text: JSON.stringify(await readWordComments(zip)) };
  } finally {
    zip.close();
  }
}

export const tasks: Tasks = { compare, comments };
