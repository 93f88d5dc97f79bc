import type { CSSProperties, ComponentProps, HTMLAttributes, ReactNode, Ref } from 'react';
import styles from './layout.module.css';

/** Steps of 4 px on the spacing scale, which style sheets have as `--space-…` (`base.css`). */
export type Space = 0 | 1 | 2 | 3 | 4 | 6 | 8;

type Tag =
  | 'article'
  | 'aside'
  | 'div'
  | 'fieldset'
  | 'figure'
  | 'footer'
  | 'form'
  | 'header'
  | 'label'
  | 'li'
  | 'main'
  | 'nav'
  | 'ol'
  | 'p'
  | 'section'
  | 'span'
  | 'ul';

interface ElementProps<T = Tag> extends HTMLAttributes<HTMLElement> {
  as?: T;
  htmlFor?: string;
  ref?: Ref<HTMLElement>;
}

export interface FlexProps extends ElementProps {
  /** Distance between the children. */
  gap?: Space;
  /** Padding on all sides, or above and below and at the sides. */
  pad?: Space | readonly [block: Space, inline: Space];
  align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch';
  justify?: 'center' | 'end' | 'between';
  wrap?: boolean;
  /** Takes the free space of the flex container around it, and may become narrower than its content. */
  grow?: boolean;
  /** Scrolls what does not fit. */
  scroll?: boolean;
  /** Keeps its size where others give way. */
  rigid?: boolean;
  /** Is the place of what is positioned inside it. */
  anchor?: boolean;
  /** Covers the element it is positioned in. */
  cover?: boolean;
  /** On the sunken background, for what lies aside. */
  sunken?: boolean | undefined;
  /** Lights up under the pointer, and while it is the current or selected one. */
  lit?: boolean;
}

/** Joins the class names that are given. */
export const classNames = (...names: (string | 0 | false | null | undefined)[]): string => names.filter(Boolean).join(' ');

/** Children below each other, or beside each other in `Row`. Lists lose their bullets and own margins. */
export function Stack(props: FlexProps): ReactNode {
  return flex(props, styles.stack);
}

/** Children beside each other, centred on the line unless `align` says otherwise. */
export function Row(props: FlexProps): ReactNode {
  return flex(props, styles.row);
}

function flex(props: FlexProps, kind?: string): ReactNode {
  const {
    as: Element = 'div',
    gap,
    pad,
    align,
    justify,
    wrap,
    grow,
    scroll,
    rigid,
    anchor,
    cover,
    sunken,
    lit,
    className,
    style,
    ...rest
  } = props;
  const names = [
    kind,
    wrap && styles.wrap,
    grow && styles.grow,
    scroll && styles.scroll,
    rigid && styles.rigid,
    anchor && styles.anchor,
    cover && styles.cover,
    sunken && styles.sunken,
    lit && styles.lit,
    className,
  ];
  const given = {
    ...(gap && { '--gap': spacing(gap) }),
    ...(pad !== undefined && { '--pad': typeof pad === 'number' ? spacing(pad) : pad.map(spacing).join(' ') }),
    ...(align && { '--align': align }),
    ...(justify && { '--justify': justify === 'between' ? 'space-between' : justify }),
    ...style,
  } as CSSProperties;
  return <Element {...(rest as HTMLAttributes<HTMLElement>)} style={given} className={classNames(...names)} />;
}

const spacing = (space: Space): string => (space === 0 ? '0' : `var(--space-${space})`);

interface TextProps extends ElementProps<Tag | 'b' | 'code' | 'dd' | 'del' | 'dt' | 'ins' | 'legend' | 's' | 'small' | 'strong' | 'time'> {
  size?: 'xs' | 's' | 'm' | 'l' | 'xl';
  tone?: 'muted' | 'faint' | 'accent' | 'danger' | 'warn' | 'done' | undefined;
  /** The weight of emphasis. */
  strong?: boolean;
  /** The weight of labels; those of fields of forms have it anyway. */
  label?: boolean;
  /** One line, cut with an ellipsis; takes the free space of a flex line only with `grow`. */
  truncate?: boolean;
  /** So many lines at most, the last one cut with an ellipsis. */
  lines?: 2 | 3;
  grow?: boolean;
  /** One line, which keeps its width where others give way. */
  nowrap?: boolean;
  /** Keeps the line breaks of the text, in a width that reads well. */
  prose?: boolean;
  /** Digits of equal width. */
  numeric?: boolean;
  /** Keeps a distance to the field or list below. */
  spaced?: boolean | undefined;
}

/** Text on the type scale without margins. Words that are longer than a line break. */
export function Text(props: TextProps): ReactNode {
  const {
    as: Element = 'span',
    size,
    tone,
    strong,
    label,
    truncate,
    lines,
    grow,
    nowrap,
    prose,
    numeric,
    spaced,
    className,
    style,
    ...rest
  } = props;
  const names = [
    styles.text,
    size === 'xl' && styles.xl,
    tone && styles[tone],
    strong && styles.strong,
    label && styles.label,
    truncate && styles.truncate,
    lines && styles.lines,
    grow && styles.grow,
    nowrap && styles.nowrap,
    prose && styles.prose,
    numeric && styles.numeric,
    spaced && styles.spaced,
    className,
  ];
  const sized = { ...textSize(size), ...style };
  return <Element {...(rest as HTMLAttributes<HTMLElement>)} style={sized} className={classNames(...names)} data-lines={lines} />;
}

const textSize = (size: TextProps['size']): CSSProperties => (size ? ({ '--size': `var(--text-${size})` } as CSSProperties) : {});

interface HeadingProps extends HTMLAttributes<HTMLHeadingElement> {
  level: 1 | 2 | 3;
  ref?: Ref<HTMLHeadingElement>;
  /** Takes the free space of a line. */
  grow?: boolean;
  /** Size on the type scale; from the level otherwise: 20, 16 and 14 px. */
  size?: 's' | 'm' | 'l' | 'xl';
  truncate?: boolean;
  /** So many lines at most, the last one cut with an ellipsis. */
  lines?: 2 | 3;
}

/** A heading without margins. */
export function Heading({ level, size, truncate, lines, grow, className, style, ...rest }: HeadingProps): ReactNode {
  const Element = `h${level}` as const;
  const shown = size ?? ({ 1: 'xl', 2: 'l', 3: 'm' } as const)[level];
  const cut = truncate ? styles.truncate : lines && styles.lines;
  const names = [styles.text, shown === 'xl' && styles.xl, cut, grow && styles.grow, className];
  return <Element {...rest} style={{ ...textSize(shown), ...style }} className={classNames(...names)} data-lines={lines} />;
}

/** Read aloud by a screen reader, and not seen. */
export function VisuallyHidden(props: HTMLAttributes<HTMLElement>): ReactNode {
  return <span {...props} className={styles.hidden} />;
}

/** A bordered surface; a column unless given otherwise. */
export function Card({ className, pad = 4, ...rest }: FlexProps): ReactNode {
  return <Stack {...rest} pad={pad} className={classNames(styles.card, className)} />;
}

interface DividedListProps extends HTMLAttributes<HTMLElement> {
  as?: 'ul' | 'ol';
  /** The height of the entries: at least that of a row of a table, or 8 px around the content; otherwise their own. */
  lines?: 'compact' | 'roomy';
}

/** A list without bullets whose entries are divided by lines. */
export function DividedList({ as: Element = 'ul', lines, className, ...rest }: DividedListProps): ReactNode {
  return <Element {...rest} className={classNames(styles.divided, lines && styles[lines], className)} />;
}

interface PlainButtonProps extends React.ButtonHTMLAttributes<HTMLButtonElement>, Pick<FlexProps, 'lit'> {
  /** Looks like a link; `quiet` only under the pointer. */
  link?: boolean | 'quiet';
  ref?: Ref<HTMLButtonElement>;
}

/** A button that looks like its content: for rows, cards and names that can be pressed. */
export function PlainButton({ link, lit, className, ...rest }: PlainButtonProps): ReactNode {
  const names = classNames(styles.plain, link && styles.link, link === true && styles.accent, lit && styles.lit, className);
  return <button type="button" {...rest} className={names} />;
}

/** The class of a link, button or option that is a line of a list; the current or selected one is marked. */
export const entryClass = styles.entry ?? '';

/** A place that files are dropped on, with the button that does the same; `over` while they are held above it. */
export function DropZone({ over, ...rest }: { over: boolean } & Omit<ComponentProps<typeof Row>, 'className'>): ReactNode {
  return <Row gap={3} wrap {...rest} className={styles.zone} data-over={over || undefined} />;
}
