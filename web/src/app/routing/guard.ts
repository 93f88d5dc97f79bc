import { site } from '@dossier/contract/core/site';
import type { CurrentUser } from '@dossier/contract/identity/sessions';
import { redirect } from '@tanstack/react-router';
import { isSiteAdmin, loadCurrentUser, rolesOf } from '../../modules/identity/current-user.ts';
import { CallError, call, noAnswer } from '../../platform/call.ts';
import type { PageRoute } from '../../platform/navigation.ts';
import { notice } from '../../platform/notices.ts';
import { hasRole } from '../../platform/permissions.ts';
import { passwordDuePath, session, viewOverPath } from '../../platform/sessions.ts';
import { findPage, pages } from './all-pages.tsx';

const sitePage = '/site-admin/index/site-userManger/site-user';

/** Admits a user to a page, or redirects them: the four cases of the route guard. */
export async function guardPage(page: PageRoute, href: string): Promise<void> {
  if (session.token() === null) {
    if (!page.open) throw redirect({ href: signInPath(href) });
    return;
  }
  if (session.viewsAs()) return guardViewAs(page, href);
  if (page.path === '/login') throw redirect({ href: await afterSignIn(href) });
  if (page.open) return;
  const user = await requireUser(href);
  const isDue = user.passwordDue === true;
  if (isDue !== (page.path === passwordDuePath)) throw redirect({ href: isDue ? passwordDueHref(href) : '/', replace: true });
  if (page.roles && !hasRole(rolesOf(user), page.roles)) throw redirect({ href: '/401', replace: true });
}

/** Where a sign-in page leads that is opened, or still open, while somebody is signed in: to what it was opened for. */
async function afterSignIn(href: string): Promise<string> {
  const { safeRedirect } = await import('../../modules/identity/sign-in.ts');
  return safeRedirect(new URL(href, location.origin).searchParams.get('redirect') ?? undefined, location.origin);
}

/** A view-as session sees only the pages marked for it; the start page redirects to the first of them. */
async function guardViewAs(page: PageRoute, href: string): Promise<void> {
  if (page.path === '/login' || page.path === '/home') throw redirect({ href: '/knowledge/index', replace: true });
  if (!page.open) await requireUser(href);
  if (page.inView !== true && page.path !== viewOverPath) throw redirect({ href: '/view-as/closed', replace: true });
}

/** The shell needs the current user, even around an unknown path. */
export async function guardFrame(href: string): Promise<void> {
  if ((await requireUser(href)).passwordDue === true) throw redirect({ href: passwordDueHref(href), replace: true });
}

/** Redirects to the start page: for site administrators the setup while it is open, then user administration; home for everyone else. */
export async function redirectToStart(): Promise<never> {
  if (session.token() === null) throw redirect({ href: signInPath('/') });
  const user = await requireUser('/');
  if (user.passwordDue === true) throw redirect({ href: passwordDuePath, replace: true });
  const href = isSiteAdmin(user) ? ((await isSetupOpen(user)) ? '/setup' : await firstAllowedPath(sitePage)) : '/home';
  throw redirect({ href, replace: true });
}

/** Whether the site is to be set up by this user; what cannot be asked keeps nobody out. */
async function isSetupOpen({ deeds }: CurrentUser): Promise<boolean> {
  if (!deeds.includes('settings.edit')) return false;
  return call(site.setup, {}, { quiet: true }).then(
    ({ open }) => open,
    () => false,
  );
}

/** Prefixes of the pages of the administration. */
const adminPrefixes = ['/admin/', '/site-admin/'];

/** The path of a page; where the user may not open it, the first allowed page of its group, or else of the administration. */
export async function firstAllowedPath(path: string): Promise<string> {
  const roles = findPage(path)?.roles;
  if (roles === undefined || session.token() === null) return path;
  const userRoles = rolesOf(await requireUser(path));
  if (hasRole(userRoles, roles)) return path;
  const allowed = pages.filter((page) => page.roles !== undefined && hasRole(userRoles, page.roles)).map((page) => page.path);
  const group = path.slice(0, path.lastIndexOf('/') + 1);
  const inAdministration = (one: string): boolean => adminPrefixes.some((prefix) => one.startsWith(prefix));
  return allowed.find((one) => one.startsWith(group)) ?? allowed.find(inAdministration) ?? path;
}

async function requireUser(href: string): Promise<CurrentUser> {
  try {
    return await loadCurrentUser();
  } catch (error) {
    // A lost network must not sign the user out.
    if (!(error instanceof CallError) || error.code === noAnswer) throw error;
    session.clear();
    if (!session.viewIsOver()) notice.error(error.message);
    throw redirect({ href: signInPath(href) });
  }
}

const passwordDueHref = (href: string): string => `${passwordDuePath}?redirect=${encodeURIComponent(href)}`;

function signInPath(href: string): string {
  if (session.viewIsOver()) return viewOverPath;
  return href === '/' ? '/login' : `/login?redirect=${encodeURIComponent(href)}`;
}
