import { admin } from '@dossier/contract/admin';
import { people } from '@dossier/contract/people';
import { type ImportOptions, importLimits } from '@dossier/contract/people-import';
import type { OutputOf } from '@dossier/contract/route';
import { useEffect, useRef, useState } from 'react';
import { CallError, call } from '../../ground/call.ts';
import { refresh } from '../../ground/query.ts';
import { groundText, textOf } from '../../ground/text.ts';
import { beginWriting, type Writing, writeRows } from './write-rows.ts';

export type Plan = OutputOf<typeof admin.planImport>;
export type Step = 'file' | 'check' | 'write' | 'result';

interface State {
  step: Step;
  file?: File | undefined;
  options: ImportOptions;
  plan?: Plan | undefined;
  writing?: Writing | undefined;
  busy: boolean;
  /** Why it does not go on, in words. */
  problem?: string | undefined;
  /** The file itself is what is wrong: asking the server is no use. */
  unfit: boolean;
}

const start: State = {
  step: 'file',
  options: { existing: 'change', departments: 'create', password: 'made', mustChange: true },
  busy: false,
  unfit: false,
};

type Patch = (change: Partial<State>) => void;

/** The bytes of a file as base64; undefined where the browser cannot read it any more. */
function base64Of(file: File): Promise<string | undefined> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,?/, '')));
    reader.addEventListener('error', () => resolve(undefined));
    reader.readAsDataURL(file);
  });
}

const saying = (error: unknown): string => (error instanceof CallError ? error.message : groundText('systemError'));

async function checkFile({ file, options }: State, patch: Patch): Promise<void> {
  if (file === undefined) return;
  patch({ busy: true, problem: undefined });
  try {
    const bytes = await base64Of(file);
    if (bytes === undefined) return patch({ busy: false, problem: textOf('admin')('fileUnread') });
    const plan = await call(admin.planImport, { ...options, bytes }, { quiet: true });
    patch({ busy: false, plan, writing: undefined, step: 'check' });
  } catch (error) {
    patch({ busy: false, problem: saying(error) });
  }
}

async function writePlan(state: State, patch: Patch, stopped: () => boolean): Promise<void> {
  const { plan, file, options } = state;
  if (plan === undefined || file === undefined) return;
  const from = state.writing ?? beginWriting(plan.rows, options);
  patch({ busy: true, problem: undefined, step: 'write', writing: from });
  try {
    const tell = (writing: Writing): void => patch({ writing });
    await writeRows(from, { name: file.name, options, departments: plan.departments, tell, stopped });
    patch({ busy: false, step: 'result' });
  } catch (error) {
    patch({ busy: false, problem: saying(error) });
  } finally {
    void refresh(people.users, people.departments, people.groups, people.groupMembers, people.roles, people.roleMembers);
  }
}

/** An import from the file to its result. */
export function useImport() {
  const [state, setState] = useState(start);
  const stop = useRef(false);
  // whoever leaves has been asked: nothing goes on behind their back
  useEffect(() => {
    stop.current = false;
    return () => void (stop.current = true);
  }, []);
  const patch: Patch = (change) => setState((before) => ({ ...before, ...change }));
  return {
    ...state,
    choose(file: File): void {
      const unfit = file.size > importLimits.bytes;
      patch({ file, unfit, problem: unfit ? textOf('admin')('fileTooLarge') : undefined });
    },
    setOptions: (options: ImportOptions): void => patch({ options }),
    check: (): Promise<void> => checkFile(state, patch),
    write(): Promise<void> {
      stop.current = false;
      return writePlan(state, patch, () => stop.current);
    },
    /** Ends where it is: what was written is shown. */
    end(): void {
      stop.current = true;
      if (!state.busy) patch({ step: 'result', problem: undefined });
    },
    back: (): void => patch({ step: 'file' }),
    restart: (): void => setState(({ options }) => ({ ...start, options })),
  };
}

export type Import = ReturnType<typeof useImport>;
