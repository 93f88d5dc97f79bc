import { type AnchorHTMLAttributes, type MouseEvent, type ReactNode, useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import { create } from 'zustand';
import { withQuery } from '../call.ts';
import { useText } from '../i18n.ts';
import { type NavigationQuery, useNavigate } from '../navigation.ts';
import { Heading, Row } from './layout.tsx';
import styles from './links.module.css';

interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string;
  query?: NavigationQuery;
}

/** A link inside the client: a real address, followed without a reload. */
export function AppLink({ to, query, onClick, ...rest }: AppLinkProps): ReactNode {
  const go = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to, query);
  };
  return <a {...rest} href={query ? withQuery(to, query) : to} onClick={follow} />;
}

interface BreadcrumbsProps {
  /** The parts of the breadcrumb; without `to` no link. The last one is the current page, and its heading. */
  crumbs: readonly { title: string; to?: string }[];
  /** The page has its heading elsewhere. */
  plain?: boolean;
}

/** The path to a page as a row of links. */
export function Breadcrumbs({ crumbs, plain = false }: BreadcrumbsProps): ReactNode {
  const t = useText('platform');
  return (
    <Row as="nav" aria-label={t('breadcrumb')}>
      <Row as="ol" className={styles.trail}>
        {crumbs.map(({ title, to }, at) => {
          const isLast = at === crumbs.length - 1;
          return (
            <li key={to ?? at} aria-current={isLast ? 'page' : undefined}>
              {to ? (
                <AppLink to={to}>{title}</AppLink>
              ) : isLast && !plain ? (
                <Heading level={1} size="m" truncate title={title}>
                  {title}
                </Heading>
              ) : (
                title
              )}
            </li>
          );
        })}
      </Row>
    </Row>
  );
}

/** The shell's slot for the breadcrumb, and how many pages fill it. */
export const useBreadcrumbSlot = create<{ element: HTMLElement | null; filled: number }>(() => ({ element: null, filled: 0 }));

/** How many headings of one thing the page shows: the shell leaves out the head of the list then. */
export const useDetailHeadings = create<{ shown: number }>(() => ({ shown: 0 }));

/** Content of a page for the shell's breadcrumb row, instead of "Home / title". */
export function PageBreadcrumbs({ children }: { children: ReactNode }): ReactNode {
  const element = useBreadcrumbSlot((slot) => slot.element);
  useLayoutEffect(() => {
    useBreadcrumbSlot.setState(({ filled }) => ({ filled: filled + 1 }));
    return () => useBreadcrumbSlot.setState(({ filled }) => ({ filled: filled - 1 }));
  }, []);
  return element && createPortal(children, element);
}
