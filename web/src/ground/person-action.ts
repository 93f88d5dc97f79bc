import { createContext, type ReactNode, use } from 'react';
import { type TextOf, type TextRoom, textOf, useLang } from './text.ts';

/** Somebody of a list of people. */
export interface ShownPerson {
  id: string;
  fullName: string;
}

/** Something that a later room can do with a person, joined by the app. */
export interface PersonAction<R extends TextRoom = TextRoom> {
  id: string;
  room: R;
  label: (t: TextOf<R>) => string;
  icon: ReactNode;
  /** With whom it can be done; without it, with everybody. */
  shown?: (person: ShownPerson) => boolean;
  run: (person: ShownPerson) => void | Promise<void>;
}

/** Declares an action whose label takes its room's words. */
export function personAction<R extends TextRoom>(room: R, action: Omit<PersonAction<R>, 'room'>): PersonAction {
  return { ...action, room };
}

/** What the rooms add to people, joined by the app. */
export const PersonActionsContext = createContext<PersonAction[]>([]);

/** The entries that later rooms add to a person's menu. */
export function usePersonActions(): (person: ShownPerson) => { key: string; icon: ReactNode; label: string; onClick: () => void }[] {
  const actions = use(PersonActionsContext);
  useLang();
  return (person) =>
    actions
      .filter(({ shown }) => shown === undefined || shown(person))
      .map(({ id, icon, room, label, run }) => ({
        key: id,
        icon,
        label: label(textOf(room)),
        onClick: () => void Promise.resolve(run(person)).catch(() => undefined),
      }));
}
