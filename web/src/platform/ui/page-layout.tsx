import type { CSSProperties, ComponentProps, HTMLAttributes, ReactNode, Ref } from 'react';
import styles from './layout.module.css';
import { type FlexProps, Heading, PlainButton, Row, type Space, Stack, classNames, entryClass } from './layout.tsx';

interface GridProps extends Omit<FlexProps, 'align' | 'justify' | 'wrap'> {
  /** The least width of a column in pixels; on a narrower page there is one. */
  min: number;
  /** Leaves no distance between the rows: for fields and lines that bring their own. */
  tight?: boolean;
}

/** Children in as many columns of equal width as there is room for. */
export function Grid({ min, tight, className, style, ...rest }: GridProps): ReactNode {
  const names = classNames(styles.grid, tight && styles.tight, className);
  return <Stack {...rest} className={names} style={{ '--min': `${min}px`, ...style } as CSSProperties} />;
}

/** A short list of sentences. */
export function Bullets({ className, ...rest }: HTMLAttributes<HTMLUListElement>): ReactNode {
  return <ul {...rest} className={classNames(styles.bullets, className)} />;
}

interface FactsProps extends HTMLAttributes<HTMLDListElement> {
  /** Label and value; what is `false` or `undefined` is left out. */
  facts: readonly (readonly [label: ReactNode, value: ReactNode] | false | undefined)[];
  /** One below the other with the label beside the value, instead of side by side with the label above. */
  vertical?: boolean;
  /** For few figures that the page is about. */
  large?: boolean;
}

/** Labelled values. */
export function Facts({ facts, vertical, large, className, ...rest }: FactsProps): ReactNode {
  return (
    <dl {...rest} className={classNames(vertical ? styles.factRows : styles.facts, large && styles.largeFacts, className)}>
      {facts.map(
        (fact, at) =>
          fact && (
            <div key={at}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

interface SplitProps {
  /** The pane at the side, and its accessible name where it is no landmark itself. */
  side: ReactNode;
  sideLabel?: string;
  children: ReactNode;
}

/** A pane at the side and the page beside it; below 768 px the pane stands above it. */
export function Split({ side, sideLabel, children }: SplitProps): ReactNode {
  return (
    <Row grow align="stretch" className={styles.split}>
      <Stack {...(sideLabel !== undefined && { as: 'section', 'aria-label': sideLabel })} className={styles.side}>
        {side}
      </Stack>
      {children}
    </Row>
  );
}

interface PageProps extends HTMLAttributes<HTMLElement> {
  as?: 'article' | 'div' | 'form' | 'section';
  /** Limits the width of what stands on the page: text, forms. */
  narrow?: boolean;
  /** Distance between its parts. */
  gap?: Space;
  ref?: Ref<HTMLElement>;
}

/** A page that scrolls, with its padding. */
export function Page({ narrow, className, ...rest }: PageProps): ReactNode {
  return <Stack grow scroll {...rest} className={classNames(styles.page, narrow && styles.narrow, className)} />;
}

/** The actions at the end of a long form, which stay in sight at the lower edge of the page. */
export function PageFoot({ className, ...rest }: Omit<FlexProps, 'as'>): ReactNode {
  return <Row as="footer" gap={2} wrap {...rest} className={classNames(styles.foot, className)} />;
}

interface ToolbarProps extends Omit<FlexProps, 'title'> {
  /** A heading at the start of the line: the name of the page (`level` 1) or of the list. */
  title?: ReactNode;
  level?: 1 | 2;
}

/** The line above a page or list: its name, then fields and actions, which wrap on a phone. */
export function Toolbar({ title, level = 1, className, children, ...rest }: ToolbarProps): ReactNode {
  return (
    <Row gap={2} wrap {...rest} className={classNames(styles.toolbar, className)}>
      {title !== undefined && (
        <Heading level={level} size="xl" truncate grow>
          {title}
        </Heading>
      )}
      {children}
    </Row>
  );
}

interface SidePaneProps {
  /** Its name, or a switch between what it shows; none where the page is named after it. */
  title?: ReactNode;
  /** A button at the end of the head. */
  action?: ReactNode;
  /** Stands between the head and what scrolls. */
  above?: ReactNode;
  children: ReactNode;
}

/** The content of the pane of a `Split`: a head, where it has a name, and a body that scrolls. */
export function SidePane({ title, action, above, children }: SidePaneProps): ReactNode {
  return (
    <>
      {title !== undefined && (
        <Row as="header" gap={2} justify="between" className={styles.paneHead}>
          {typeof title === 'string' ? (
            <Heading level={2} size="m">
              {title}
            </Heading>
          ) : (
            title
          )}
          {action}
        </Row>
      )}
      {above}
      <div className={styles.paneBody}>{children}</div>
    </>
  );
}

/** A choice in the pane; `aria-current` marks the one that is shown. */
export function PaneEntry({ className, ...rest }: ComponentProps<typeof PlainButton>): ReactNode {
  return <PlainButton {...rest} className={classNames(entryClass, className)} />;
}
