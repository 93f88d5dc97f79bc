import { createContext, type ReactNode, use } from 'react';
import { type TextOf, type TextRoom, textOf, useLang } from './text.ts';

/** Somebody of a list of people. */
export interface ShownPerson {
  id: string;
  fullName: string;
  /** The organisation that the account belongs to, where the person is a guest. */
  guestOf?: string | undefined;
}

/** Something that a later room can do with a person, joined by the app. */
export interface PersonAction<R extends TextRoom = TextRoom> {
  id: string;
  room: R;
  label: (t: TextOf<R>) => string;
  icon: ReactNode;
  /** Something is lost by it. */
  danger?: boolean;
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
export function usePersonActions(): (
  person: ShownPerson,
) => { key: string; icon: ReactNode; label: string; danger: boolean; onClick: () => void }[] {
  const actions = use(PersonActionsContext);
  useLang();
  return (person) =>
    actions
      .filter(({ shown }) => shown === undefined || shown(person))
      .map(({ id, icon, room, label, danger = false, run }) => ({
        key: id,
        icon,
        danger,
        label: label(textOf(room)),
        onClick: () => void Promise.resolve(run(person)).catch(() => undefined),
      }));
}

/** Something that a later room can do with the list of people as a whole: a page to go to, or one of several things. */
export interface PeopleTool<R extends TextRoom = TextRoom> {
  id: string;
  room: R;
  label: (t: TextOf<R>) => string;
  icon: ReactNode;
  shown: () => boolean;
  path?: string;
  choices?: { id: string; label: (t: TextOf<R>) => string; run: () => Promise<void> }[];
}

/** Declares a tool whose labels take its room's words. */
export function peopleTool<R extends TextRoom>(room: R, tool: Omit<PeopleTool<R>, 'room'>): PeopleTool {
  return { ...tool, room };
}

/** What the rooms add to the list of people, joined by the app. */
export const PeopleToolsContext = createContext<PeopleTool[]>([]);

/** The tools that later rooms add to the list of people, in the language of now. */
export function usePeopleTools(): (Pick<PeopleTool, 'id' | 'icon' | 'path'> & {
  label: string;
  choices?: { key: string; label: string; onClick: () => void }[];
})[] {
  const tools = use(PeopleToolsContext);
  useLang();
  return tools
    .filter(({ shown }) => shown())
    .map(({ id, room, icon, path, label, choices }) => ({
      id,
      icon,
      ...(path !== undefined && { path }),
      label: label(textOf(room)),
      ...(choices !== undefined && {
        choices: choices.map((choice) => ({
          key: choice.id,
          label: choice.label(textOf(room)),
          onClick: () => void choice.run().catch(() => undefined),
        })),
      }),
    }));
}
