import { readFile } from 'node:fs/promises';
import { type Answer, type Job, TaskFailure, type Tasks } from '@dossier/formats/task';
import { openText, rewriteText } from '@dossier/formats/text/rewrite';

/** A text as an editor holds it, in UTF-8, with its encoding. */
async function open({ path }: Job): Promise<Answer> {
  const { text, encoding } = openText(await readFile(path));
  return { ok: true, text: encoding, bytes: Buffer.from(text) };
}

/** The file of an edited text, with its encoding. */
async function rewrite({ path, terms }: Job): Promise<Answer> {
  if (typeof terms?.['edited'] !== 'string') throw new TaskFailure('broken');
  const { bytes, encoding } = rewriteText(await readFile(path), terms['edited']);
  return { ok: true, text: encoding, bytes };
}

export const tasks: Tasks = { open, rewrite };
