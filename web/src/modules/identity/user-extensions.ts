import { type ReactNode, createContext, use } from 'react';
import { type TextNamespace, type TextOf, textOf, useLanguage } from '../../platform/i18n.ts';

/** Somebody of a list of people. */
export interface ListedUser {
  id: string;
  fullName: string;
  /** The organisation that the account belongs to, where the person is a guest. */
  guestOf?: string | undefined;
}

/** Something that a later room can do with a person, joined by the app. */
export interface UserAction<R extends TextNamespace = TextNamespace> {
  id: string;
  room: R;
  label: (t: TextOf<R>) => string;
  icon: ReactNode;
  /** Something is lost by it. */
  danger?: boolean;
  /** With whom it can be done; without it, with everybody. */
  shown?: (person: ListedUser) => boolean;
  run: (person: ListedUser) => void | Promise<void>;
}

/** Declares an action whose label takes its room's words. */
export function userAction<R extends TextNamespace>(room: R, action: Omit<UserAction<R>, 'room'>): UserAction {
  return { ...action, room };
}

/** What the rooms add to people, joined by the app. */
export const UserActionsContext = createContext<UserAction[]>([]);

/** The entries that later rooms add to a person's menu. */
export function useUserActionExtensions(): (
  person: ListedUser,
) => { key: string; icon: ReactNode; label: string; danger: boolean; onClick: () => void }[] {
  const actions = use(UserActionsContext);
  useLanguage();
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
export interface UserListAction<R extends TextNamespace = TextNamespace> {
  id: string;
  room: R;
  label: (t: TextOf<R>) => string;
  icon: ReactNode;
  shown: () => boolean;
  path?: string;
  choices?: { id: string; label: (t: TextOf<R>) => string; run: () => Promise<void> }[];
}

/** Declares a tool whose labels take its room's words. */
export function userListAction<R extends TextNamespace>(room: R, tool: Omit<UserListAction<R>, 'room'>): UserListAction {
  return { ...tool, room };
}

/** What the rooms add to the list of people, joined by the app. */
export const UserListActionsContext = createContext<UserListAction[]>([]);

/** The tools that later rooms add to the list of people, in the language of now. */
export function useUserListExtensions(): (Pick<UserListAction, 'id' | 'icon' | 'path'> & {
  label: string;
  choices?: { key: string; label: string; onClick: () => void }[];
})[] {
  const tools = use(UserListActionsContext);
  useLanguage();
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
