import { type ComponentType, type ReactNode, createContext, use } from 'react';
import { type TextNamespace, type TextOf, textOf, useLanguage } from '../../platform/i18n.ts';

/** An entry of a user list. */
export interface ListedUser {
  id: string;
  fullName: string;
  /** For a guest: the organisation that the account belongs to. */
  guestOf?: string | undefined;
}

/** An action on a user from a module of a higher tier, joined by the app. */
export interface UserAction {
  id: string;
  /** In the current language. */
  label: () => string;
  icon: ReactNode;
  /** A destructive action. */
  danger?: boolean;
  /** The users it applies to; all by default. */
  shown?: (person: ListedUser) => boolean;
  run: (person: ListedUser) => void | Promise<void>;
}

/** Declares an action whose label comes from its module's texts. */
export function userAction<N extends TextNamespace>(
  namespace: N,
  { label, ...action }: Omit<UserAction, 'label'> & { label: (t: TextOf<N>) => string },
): UserAction {
  return { ...action, label: () => label(textOf(namespace)) };
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
      .map(({ id, icon, label, danger = false, run }) => ({
        key: id,
        icon,
        danger,
        label: label(),
        onClick: () => void Promise.resolve(run(person)).catch(() => undefined),
      }));
}

/** An action on the user list as a whole, from a module of a higher tier: a page to open, or a choice of several. */
export interface UserListAction {
  id: string;
  /** In the current language. */
  label: () => string;
  icon: ReactNode;
  shown: () => boolean;
  path?: string;
  choices?: { id: string; label: () => string; run: () => Promise<void> }[];
}

/** A list action whose labels are given the texts of its module. */
interface TranslatedListAction<N extends TextNamespace> extends Omit<UserListAction, 'label' | 'choices'> {
  label: (t: TextOf<N>) => string;
  choices?: { id: string; label: (t: TextOf<N>) => string; run: () => Promise<void> }[];
}

/** Declares a list action whose labels come from its module's texts. */
export function userListAction<N extends TextNamespace>(
  namespace: N,
  { label, choices, ...action }: TranslatedListAction<N>,
): UserListAction {
  return {
    ...action,
    label: () => label(textOf(namespace)),
    ...(choices && { choices: choices.map((choice) => ({ ...choice, label: () => choice.label(textOf(namespace)) })) }),
  };
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
    .map(({ id, icon, path, label, choices }) => ({
      id,
      icon,
      ...(path !== undefined && { path }),
      label: label(),
      ...(choices !== undefined && {
        choices: choices.map((choice) => ({
          key: choice.id,
          label: choice.label(),
          onClick: () => void choice.run().catch(() => undefined),
        })),
      }),
    }));
}

/** A part of a user's page from a module of a higher tier, joined by the app. */
export interface UserSection {
  id: string;
  shown: (person: ListedUser) => boolean;
  Component: ComponentType<{ person: ListedUser }>;
}

/** An action on several users from a module of a higher tier, joined by the app. Guests are left out. */
export interface UsersAction {
  id: string;
  /** In the current language. */
  label: () => string;
  icon: ReactNode;
  shown: () => boolean;
  run: (people: readonly ListedUser[], done: () => void) => void | Promise<void>;
}

/** Declares an action on several users whose label comes from its module's texts. */
export function usersAction<N extends TextNamespace>(
  namespace: N,
  { label, ...action }: Omit<UsersAction, 'label'> & { label: (t: TextOf<N>) => string },
): UsersAction {
  return { ...action, label: () => label(textOf(namespace)) };
}

/** The sections of users' pages and the actions on several users of other modules, joined by the app. */
export const UserPageContext = createContext<{ sections: readonly UserSection[]; actions: readonly UsersAction[] }>({
  sections: [],
  actions: [],
});
