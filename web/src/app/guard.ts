import type { CurrentUser } from '@dossier/contract/session';
import { redirect } from '@tanstack/react-router';
import { CallError, noAnswer } from '../ground/call.ts';
import { notice } from '../ground/notice.ts';
import { hasRole } from '../ground/role.ts';
import type { RoomRoute } from '../ground/room-route.ts';
import { passwordDuePath, viewOverPath, session } from '../ground/session.ts';
import { isSiteAdmin, loadCurrentUser } from '../rooms/session/current-user.ts';
import { rolesOf } from '../rooms/session/roles.ts';
import { findPage, pages } from './rooms.ts';

const sitePage = '/site-admin/index/site-userManger/site-user';

/** Lets a person into a page, or sends them where they belong: the four cases of the route guard. */
export async function guard(page: RoomRoute, href: string): Promise<void> {
  if (session.token() === null) {
    if (!page.open) throw redirect({ href: signInPath(href) });
    return;
  }
  if (session.viewsAs()) return guardView(page, href);
  if (page.path === '/login') throw redirect({ href: '/' });
  if (page.open) return;
  const user = await needUser(href);
  const isDue = user.passwordDue === true;
  if (isDue !== (page.path === passwordDuePath)) throw redirect({ href: isDue ? duePath(href) : '/', replace: true });
  if (page.roles && !hasRole(rolesOf(user), page.roles)) throw redirect({ href: '/401', replace: true });
}

/** Who views as somebody else sees the pages that say so; the start of everything is the first of them. */
async function guardView(page: RoomRoute, href: string): Promise<void> {
  if (page.path === '/login' || page.path === '/home') throw redirect({ href: '/knowledge/index', replace: true });
  if (!page.open) await needUser(href);
  if (page.inView !== true && page.path !== viewOverPath) throw redirect({ href: '/view-as/closed', replace: true });
}

/** The frame around a page needs to know whose it is, even where no page stands. */
export async function guardFrame(href: string): Promise<void> {
  if ((await needUser(href)).passwordDue === true) throw redirect({ href: duePath(href), replace: true });
}

/** Where a person starts: the site's administrators among the people, everybody else at home. */
export async function toStart(): Promise<never> {
  if (session.token() === null) throw redirect({ href: signInPath('/') });
  const user = await needUser('/');
  if (user.passwordDue === true) throw redirect({ href: passwordDuePath, replace: true });
  const href = isSiteAdmin(user) ? await toAllowed(sitePage) : '/home';
  throw redirect({ href, replace: true });
}

/** A page, or where its reader may not go there the first of its area that is theirs. */
export async function toAllowed(path: string): Promise<string> {
  const roles = findPage(path)?.roles;
  if (roles === undefined || session.token() === null) return path;
  const mine = rolesOf(await needUser(path));
  if (hasRole(mine, roles)) return path;
  const area = path.slice(0, path.indexOf('/', 1) + 1);
  return pages.find((page) => page.path.startsWith(area) && page.roles !== undefined && hasRole(mine, page.roles))?.path ?? path;
}

async function needUser(href: string): Promise<CurrentUser> {
  try {
    return await loadCurrentUser();
  } catch (error) {
    // A lost network is no reason to sign anybody out.
    if (!(error instanceof CallError) || error.code === noAnswer) throw error;
    session.clear();
    if (!session.viewIsOver()) notice.error(error.message);
    throw redirect({ href: signInPath(href) });
  }
}

const duePath = (href: string): string => `${passwordDuePath}?redirect=${encodeURIComponent(href)}`;

function signInPath(href: string): string {
  if (session.viewIsOver()) return viewOverPath;
  return href === '/' ? '/login' : `/login?redirect=${encodeURIComponent(href)}`;
}
