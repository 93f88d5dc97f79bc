import { ArrowLeftOutlined } from '@ant-design/icons';
import type { ComponentProps, HTMLAttributes, IframeHTMLAttributes, KeyboardEvent, ReactNode, Ref } from 'react';
import { Heading, PlainButton, Row, Stack, classNames } from '../../../platform/ui/layout.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import styles from './viewer.module.css';

interface ViewerWindowProps {
  bar: ReactNode;
  /** A line between bar and document. */
  notice?: ReactNode;
  /** Panes and the document, beside each other. */
  children: ReactNode;
  ref?: Ref<HTMLElement>;
}

/** The whole window of a viewer. */
export function ViewerWindow({ bar, notice, children, ref }: ViewerWindowProps): ReactNode {
  return (
    <Stack className={styles.window} {...(ref && { ref })}>
      <header className={styles.bar}>{bar}</header>
      {notice}
      <Row grow align="stretch" className={styles.body}>
        {children}
      </Row>
    </Stack>
  );
}

/** The name at the start of the bar. */
export function ViewerTitle({ icon, children }: { icon?: ReactNode; children: string }): ReactNode {
  return (
    <Row gap={2} className={styles.title}>
      {icon}
      <Heading level={1} size="m" truncate title={children}>
        {children}
      </Heading>
    </Row>
  );
}

/** The tools of the document, in the middle of the bar; on a phone in a line of their own. */
export function ViewerTools({ label, ...rest }: { label: string } & ComponentProps<typeof Row>): ReactNode {
  return <Row gap={1} justify="between" {...rest} role="toolbar" aria-label={label} className={styles.tools} />;
}

/** The tools at the end of the bar. */
export function ViewerBarEnd({ children }: { children: ReactNode }): ReactNode {
  return (
    <Row gap={1} justify="end" className={styles.end}>
      {children}
    </Row>
  );
}

/** Separates groups of tools. */
export function ToolSeparator(): ReactNode {
  return <span className={styles.separator} aria-hidden="true" />;
}

/** The document beside the panes. */
export function ViewerMain({ children }: { children: ReactNode }): ReactNode {
  return (
    <Stack as="main" grow scroll className={styles.main}>
      {children}
    </Stack>
  );
}

interface EmptyViewerProps {
  title: string;
  /** Name of the button that leaves. */
  label: string;
  leave: () => void;
  children: ReactNode;
}

/** The window while, or because, there is no document. */
export function EmptyViewer({ title, label, leave, children }: EmptyViewerProps): ReactNode {
  const bar = (
    <>
      <ToolButton label={label} icon={<ArrowLeftOutlined />} onClick={leave} />
      <ViewerTitle>{title}</ViewerTitle>
    </>
  );
  return (
    <ViewerWindow bar={bar}>
      <Stack as="main" grow>
        <Waiting>{children}</Waiting>
      </Stack>
    </ViewerWindow>
  );
}

/** In the middle of the upper part of the window. */
export function Waiting({ children }: { children: ReactNode }): ReactNode {
  return <div className={styles.waiting}>{children}</div>;
}

interface ViewerPaneProps {
  label: string;
  size?: 'small' | 'large';
  /** On the other side of the document. */
  at?: 'end';
  className?: string | undefined;
  children: ReactNode;
}

/** A pane beside the document. */
export function ViewerPane({ label, size, at, className, children }: ViewerPaneProps): ReactNode {
  return (
    <Stack as="aside" className={classNames(styles.pane, className)} aria-label={label} data-size={size} data-at={at}>
      {children}
    </Stack>
  );
}

/** The head of a pane: its name, and its button. */
export function PaneHead({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <Row as="header" gap={2} justify="between" className={styles.paneHead}>
      <Heading level={2}>{title}</Heading>
      {children}
    </Row>
  );
}

/** A line above the document that says what is unusual about it. */
export function NoticeLine(props: ComponentProps<typeof Row>): ReactNode {
  return <Row gap={2} wrap {...props} className={styles.notice} />;
}

/** A message over the whole place of the document. */
export function ViewerMessage(props: ComponentProps<typeof Stack>): ReactNode {
  return (
    <Stack
      gap={3}
      pad={6}
      align="center"
      justify="center"
      {...props}
      className={classNames(styles.fill, styles.message, props.className)}
    />
  );
}

/** A card in place of the document. */
export function ViewerCard({
  icon,
  title,
  children,
  ...rest
}: { icon?: ReactNode; title: string } & Omit<HTMLAttributes<HTMLElement>, 'title'>): ReactNode {
  return (
    <Stack as="section" gap={3} align="center" {...rest} className={styles.card}>
      {icon}
      <Heading level={2} size="xl">
        {title}
      </Heading>
      {children}
    </Stack>
  );
}

/** A line that floats over the document. */
export function FloatingLine(props: ComponentProps<typeof Row>): ReactNode {
  return <Row gap={3} {...props} className={styles.floating} />;
}

/** A field of the height of the tools. */
export function ToolField({ className, ...rest }: ComponentProps<'input'>): ReactNode {
  return <input {...rest} className={classNames(styles.field, className)} />;
}

/** A choice of the height of the tools. */
export function ToolSelect({ className, ...rest }: ComponentProps<'select'>): ReactNode {
  return <select {...rest} className={classNames(styles.field, className)} />;
}

/** A tool that shows its value, such as the zoom. */
export function TextTool({ disabled, onClick, ...rest }: ComponentProps<typeof PlainButton>): ReactNode {
  return (
    <PlainButton
      {...rest}
      className={styles.textTool}
      // Not `disabled`, as in `ToolButton`.
      {...(disabled && { 'aria-disabled': true })}
      onClick={disabled ? undefined : onClick}
    />
  );
}

/** A button that looks like a link. */
export function TextButton(props: ComponentProps<typeof PlainButton>): ReactNode {
  return <PlainButton {...props} className={styles.textButton} />;
}

interface SheetTabsProps {
  label: string;
  names: readonly string[];
  current: number;
  choose: (at: number) => void;
}

/** The tabs of a document of several sheets; the arrow keys go to the next. */
export function SheetTabs({ label, names, current, choose }: SheetTabsProps): ReactNode {
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    const next = (current + by + names.length) % names.length;
    choose(next);
    (event.currentTarget.children[next] as HTMLElement | undefined)?.focus();
    event.preventDefault();
  };
  return (
    <Row className={styles.tabs} role="tablist" aria-label={label} onKeyDown={move}>
      {names.map((name, at) => (
        <PlainButton
          key={at}
          className={styles.tab}
          role="tab"
          aria-selected={at === current}
          tabIndex={at === current ? 0 : -1}
          title={name}
          onClick={() => choose(at)}
        >
          {name}
        </PlainButton>
      ))}
    </Row>
  );
}

/** A part that scrolls, and is reached by the keyboard for that. */
export function ScrollRegion({ label, className, ...rest }: { label: string } & ComponentProps<'div'>): ReactNode {
  return <div {...rest} className={classNames(styles.region, className)} role="region" aria-label={label} tabIndex={0} />;
}

/** A foreign page in a frame. */
export function DocumentFrame({
  sandbox,
  ...rest
}: IframeHTMLAttributes<HTMLIFrameElement> & { title: string; sandbox: string }): ReactNode {
  return <iframe {...rest} className={styles.document} sandbox={sandbox} referrerPolicy="no-referrer" />;
}

/** A text that only the printer gets. */
export function PrintedText({ children, className }: { children: string; className?: string | undefined }): ReactNode {
  return (
    <pre className={classNames(styles.onPaper, className)} aria-hidden="true">
      {children}
    </pre>
  );
}
