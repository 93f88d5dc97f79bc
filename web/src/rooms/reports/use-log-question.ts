import { type ActionGroup, action, actionGroups } from '@dossier/contract/actions';
import dayjs from 'dayjs';
import { useEffect, useMemo, useState } from 'react';
import type { Asked } from './every-line.ts';
import type { PageOf } from '../people/paged-table.tsx';

/** What is asked of the log; days as they stand in the calendar. */
export interface LogQuestion {
  /** Actions and whole groups of them, by name. */
  actions: string[];
  /** Chosen by a click on a line; otherwise by part of a name. */
  person?: { id: string; name: string } | undefined;
  userName: string;
  objName: string;
  address: string;
  from?: string | undefined;
  to?: string | undefined;
}

const nothing: LogQuestion = { actions: [], userName: '', objName: '', address: '' };
const isGroup = (name: string): name is ActionGroup => Object.hasOwn(actionGroups, name);
const isAction = (name: string): name is keyof typeof action => Object.hasOwn(action, name);

/** The codes of actions and groups. */
export const codesOf = (names: readonly string[]): number[] =>
  names.flatMap((name) => (isGroup(name) ? [...actionGroups[name]] : [name])).flatMap((name) => (isAction(name) ? [action[name]] : []));

/** What the server is asked; a day ends with its last moment. */
export function askedOf({ actions, person, userName, objName, address, from, to }: LogQuestion): Asked {
  return {
    ...(actions.length > 0 && { actions: codesOf(actions) }),
    ...(person ? { userId: person.id } : userName.trim() !== '' && { userName: userName.trim() }),
    ...(objName.trim() !== '' && { objName: objName.trim() }),
    ...(address.trim() !== '' && { address: address.trim() }),
    ...(from !== undefined && { from: dayjs(from).startOf('day').toISOString() }),
    ...(to !== undefined && { to: dayjs(to).add(1, 'day').startOf('day').toISOString() }),
  };
}

const pauseMs = 300;

/** The same value a moment after it last changed: not every letter asks the server. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** What is asked of the log and which page of the answer is shown; another question begins at its first page. */
export function useLogQuestion() {
  const [question, setQuestion] = useState(nothing);
  const [page, setPage] = useState<PageOf>({ pageNo: 1, pageSize: 30 });
  const change = (changes: Partial<LogQuestion>): void => {
    setQuestion((now) => ({ ...now, ...changes }));
    setPage((now) => ({ ...now, pageNo: 1 }));
  };
  const settled = useSettled(question);
  const asked = useMemo(() => askedOf(settled), [settled]);
  return { question, change, clear: () => change({ ...nothing, person: undefined, from: undefined, to: undefined }), page, setPage, asked };
}
