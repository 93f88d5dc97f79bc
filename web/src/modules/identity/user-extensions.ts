import { type ReactNode, createContext, use } from 'react';
import { type TextNamespace, type TextOf, textOf, useLanguage } from '../../platform/i18n.ts';

/** An entry of a user list. */
export interface ListedUser {
  id: string;
  fullName: string;
  /** For a guest: the organisation that the account belongs to. */
  guestOf?: string | undefined;
}

/** An action on a user from a module of a higher tier, joined by the app. */
export interface UserAction<R extends TextNamespace = TextNamespace> {
  id: string;
  room: R;
  label: (t: TextOf<R>) => string;
  icon: ReactNode;
  /** A destructive action. */
  danger?: boolean;
  /** The users it applies to; all by default. */
  shown?: (person: ListedUser) => boolean;
  run: (person: ListedUser) => void | Promise<void>;
}

/** Declares an action whose label comes from its module's texts. */
export function userAction<R extends TextNamespace>(room: R, action: Omit<UserAction<R>, 'room'>): UserAction {
  return { ...action, room };
}

/** The modules' actions on users, joined by the app. */
export const UserActionsContext = createContext<UserAction[]>([]);

/** The menu entries that other modules add to a user. */
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

/** An action on the user list as a whole, from a module of a higher tier: a page to open, or a choice of several. */
export interface UserListAction<R extends TextNamespace = TextNamespace> {
  id: string;
  room: R;
  label: (t: TextOf<R>) => string;
  icon: ReactNode;
  shown: () => boolean;
  path?: string;
  choices?: { id: string; label: (t: TextOf<R>) => string; run: () => Promise<void> }[];
}

/** Declares a list action whose labels come from its module's texts. */
export function userListAction<R extends TextNamespace>(room: R, tool: Omit<UserListAction<R>, 'room'>): UserListAction {
  return { ...tool, room };
}

/** The modules' actions on the user list, joined by the app. */
export const UserListActionsContext = createContext<UserListAction[]>([]);

/** The list actions of other modules, in the current language. */
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
