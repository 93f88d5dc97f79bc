import { ArrowLeftOutlined } from '@ant-design/icons';
import {
  type ComponentProps,
  type FocusEvent,
  type HTMLAttributes,
  type IframeHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useLayoutEffect,
  useRef,
} from 'react';
import { backAddress, useNavigate } from '../../platform/navigation.ts';
import { Heading, PlainButton, Row, Stack, Text, classNames } from '../../platform/ui/layout.tsx';
import { SelectBox } from '../../platform/ui/select-box.tsx';
import { ToolButton } from '../../platform/ui/tool-button.tsx';
import styles from './viewer/viewer.module.css';

/** Closes a viewer or an editor: back to the viewer that an editor was opened in place of, else its own tab where it has one, else back in history, else home. */
export function useLeaveViewer(): () => void {
  const go = useNavigate();
  return useCallback(() => {
    const back = backAddress();
    if (back !== undefined) return go(back, undefined, { replace: true });
    if (history.length > 1) {
      history.back();
      return;
    }
    window.close();
    // A page may not close a tab that the user opened.
    setTimeout(() => go('/home', undefined, { replace: true }), 150);
  }, [go]);
}

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
      <Row as="header" gap={1} rigid className={styles.bar}>
        {bar}
      </Row>
      {notice}
      <Row grow anchor align="stretch" className={styles.body}>
        {children}
      </Row>
    </Stack>
  );
}

/** The name at the start of the bar. */
export function ViewerTitle({ icon, children }: { icon?: ReactNode; children: string }): ReactNode {
  return (
    <Row gap={2} grow className={styles.title}>
      {icon}
      <Heading level={1} size="m" lines={2} title={children} className={styles.name}>
        {children}
      </Heading>
    </Row>
  );
}

/** The tools of the document, in the middle of the bar; on a phone in a line of their own. */
export function ViewerTools({ label, ...rest }: { label: string } & ComponentProps<typeof Row>): ReactNode {
  return <Row gap={1} justify="between" rigid {...rest} role="toolbar" aria-label={label} className={styles.tools} />;
}

/** The tools at the end of the bar. */
export function ViewerBarEnd({ children }: { children: ReactNode }): ReactNode {
  return (
    <Row gap={1} justify="end" grow className={styles.end}>
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
    <Stack as="main" grow scroll anchor className={styles.main}>
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
  return (
    <Row justify="center" className={styles.waiting}>
      {children}
    </Row>
  );
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
    <Stack as="aside" rigid className={classNames(styles.pane, className)} aria-label={label} data-size={size} data-at={at}>
      {children}
    </Stack>
  );
}

/** The head of a pane: its name, and its buttons. */
export function PaneHead({ title, children }: { title: ReactNode; children: ReactNode }): ReactNode {
  return (
    <Row as="header" gap={2} justify="between" rigid className={styles.paneHead}>
      {typeof title === 'string' ? (
        <Heading level={2} size="m">
          {title}
        </Heading>
      ) : (
        title
      )}
      {children}
    </Row>
  );
}

/** A place on near-black, for images and films. */
export function DarkStage({ className, ...rest }: ComponentProps<typeof Stack>): ReactNode {
  return <Stack grow anchor {...rest} className={classNames(styles.dark, className)} />;
}

/** A place whose content is moved by dragging; with the tool `cross`, places in it are chosen. */
export function PanStage({ tool, className, ...rest }: { tool?: 'cross' | 'hand' } & ComponentProps<typeof Stack>): ReactNode {
  return <DarkStage {...rest} className={classNames(styles.pan, className)} data-tool={tool} />;
}

/** A small area of a colour that the words beside it explain. */
export function Swatch({ colour }: { colour: string }): ReactNode {
  return <i className={styles.swatch} style={{ background: colour }} aria-hidden="true" />;
}

/** The entries of a windowed list, each moved to its place; `height` is that of all entries. */
export function WindowedList({ height, ...rest }: { height: number } & ComponentProps<typeof Stack>): ReactNode {
  return <Stack as="ol" rigid anchor {...rest} className={styles.windowed} style={{ height }} />;
}

/** A line of facts or fields above the document, or at its foot. */
export function ViewerLine({ at, className, ...rest }: { at?: 'foot' } & ComponentProps<typeof Row>): ReactNode {
  return <Row gap={2} rigid {...rest} className={classNames(styles.line, className)} data-at={at} />;
}

/** A line above the document that says what is unusual about it. When it closes, what had the focus before has it again. */
export function NoticeLine(props: ComponentProps<typeof Row>): ReactNode {
  const focus = useRef<{ line: HTMLElement; before: HTMLElement }>(undefined);
  useLayoutEffect(
    () => () => {
      const { line, before } = focus.current ?? {};
      if (line?.contains(document.activeElement)) before?.focus({ preventScroll: true });
    },
    [],
  );
  const noteFocus = ({ currentTarget: line, relatedTarget: before }: FocusEvent<HTMLElement>): void => {
    if (before instanceof HTMLElement && !line.contains(before)) focus.current = { line, before };
  };
  return <ViewerLine wrap {...props} onFocus={noteFocus} className={styles.notice} />;
}

/** A message over the whole place of the document. */
export function ViewerMessage(props: ComponentProps<typeof Stack>): ReactNode {
  return (
    <Stack
      gap={3}
      pad={6}
      align="center"
      justify="center"
      cover
      sunken
      {...props}
      className={classNames(styles.message, props.className)}
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
export function ToolSelect<V extends string | number>({ className, ...rest }: ComponentProps<typeof SelectBox<V>>): ReactNode {
  return <SelectBox<V> {...rest} className={classNames(styles.field, className)} />;
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
          lit
          className={styles.tab}
          role="tab"
          aria-selected={at === current}
          tabIndex={at === current ? 0 : -1}
          title={name}
          onClick={() => choose(at)}
        >
          <Text truncate>{name}</Text>
        </PlainButton>
      ))}
    </Row>
  );
}

/** A part that scrolls, and is reached by the keyboard for that. */
export function ScrollRegion({ label, className, ...rest }: { label: string } & ComponentProps<'div'>): ReactNode {
  return <div role="region" {...rest} className={classNames(styles.region, className)} aria-label={label} tabIndex={0} />;
}

/** A text that scrolls; paper gets it as `PrintedText`. */
export function TextRegion({ className, ...rest }: ComponentProps<typeof ScrollRegion>): ReactNode {
  return <ScrollRegion {...rest} className={classNames(styles.words, className)} />;
}

/** The part that scrolls the pages of a document. */
export function PagesRegion(props: ComponentProps<typeof ScrollRegion>): ReactNode {
  return <ScrollRegion {...props} className={styles.pages} />;
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
