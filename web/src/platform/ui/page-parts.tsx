import { type HTMLAttributes, type ReactNode, useLayoutEffect } from 'react';
import { Hint } from './hint.tsx';
import { Heading, Row, Stack, Text, classNames } from './layout.tsx';
import { Facts } from './page-layout.tsx';
import { useDetailHeadings } from './links.tsx';
import styles from './page-parts.module.css';

interface DetailHeaderProps {
  /** The link back to the list. */
  back?: ReactNode;
  title: string;
  /** Beside the title: state, urgency. */
  status?: ReactNode;
  /** The actions, at the end of the line. */
  children?: ReactNode;
}

/** The first line of a page about one thing: the way back, its name and state, and what can be done with it. */
export function DetailHeader({ back, title, status, children }: DetailHeaderProps): ReactNode {
  useLayoutEffect(() => {
    useDetailHeadings.setState(({ shown }) => ({ shown: shown + 1 }));
    return () => useDetailHeadings.setState(({ shown }) => ({ shown: shown - 1 }));
  }, []);
  return (
    <Row as="header" gap={2} wrap className={styles.header}>
      <Row gap={2} className={styles.named}>
        {back}
        <Heading level={1} truncate title={title}>
          {title}
        </Heading>
        {status}
      </Row>
      {children}
    </Row>
  );
}

interface SectionProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  title: ReactNode;
  /** The actions beside the title. */
  actions?: ReactNode;
}

/** A part of a page, with its heading. */
export function Section({ title, actions, className, children, ...rest }: SectionProps): ReactNode {
  return (
    <Stack as="section" gap={2} {...rest} className={classNames(styles.section, className)}>
      <Row gap={2} wrap>
        <Heading level={2} className={styles.named}>
          {title}
        </Heading>
        {actions}
      </Row>
      {children}
    </Stack>
  );
}

/** A remark beside a heading: how many, how it stands. */
export function SmallNote(props: HTMLAttributes<HTMLElement>): ReactNode {
  return <Text as="small" size="s" tone="muted" {...props} className={styles.note} />;
}

interface FieldProps {
  label: ReactNode;
  /** The id of the field; without it the field has a name of its own. */
  htmlFor?: string;
  required?: boolean;
  hint?: ReactNode;
  /** What is wrong, instead of the hint; `errorId` is for the description of the field. */
  error?: ReactNode;
  errorId?: string;
  children: ReactNode;
}

/** A labelled field outside of a form of Ant Design, with its hint or error. */
export function Field({ label, htmlFor, required, hint, error, errorId, children }: FieldProps): ReactNode {
  return (
    <Stack gap={1}>
      <Text
        as={htmlFor === undefined ? 'span' : 'label'}
        label
        className={required ? styles.required : undefined}
        {...(htmlFor !== undefined && { htmlFor })}
      >
        {label}
      </Text>
      {children}
      {error ? <FieldError id={errorId}>{error}</FieldError> : hint && <Hint>{hint}</Hint>}
    </Stack>
  );
}

/** Why a field cannot be accepted. */
export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }): ReactNode {
  return (
    <Text as="p" id={id} size="s" tone="danger">
      {children}
    </Text>
  );
}

interface StatusTextProps {
  tone?: 'accent' | 'done' | 'warn' | 'danger' | undefined;
  children: ReactNode;
}

/** A state as text with a coloured dot; grey without a tone. */
export function StatusText({ tone, children }: StatusTextProps): ReactNode {
  return (
    <Text size="s" nowrap>
      <Text tone={tone ?? 'muted'} className={styles.dot} />
      {children}
    </Text>
  );
}

/** A line on the soft colour of the accent: what the reader is asked, or what has been decided. */
export function Callout({
  as = 'div',
  className,
  ...rest
}: HTMLAttributes<HTMLElement> & { as?: 'aside' | 'div' | 'p' | 'section' }): ReactNode {
  return <Row as={as} gap={3} pad={[3, 4]} wrap {...rest} className={classNames(styles.callout, className)} />;
}

/** A document in a list: its icon and name, which is cut where it is too long, then facts and actions. */
export function FileRow({ className, ...rest }: HTMLAttributes<HTMLElement>): ReactNode {
  return <Row as="li" gap={2} {...rest} className={classNames(styles.file, className)} />;
}

interface ActionLineProps {
  as?: 'div' | 'li';
  title: ReactNode;
  /** Smaller lines below the title. */
  details?: readonly ReactNode[];
  /** The actions at the end. */
  children?: ReactNode;
  'aria-current'?: true | undefined;
}

/** One of a few things with what can be done to it: a device, a linked account, a setting. */
export function ActionLine({ as = 'li', title, details = [], children, ...rest }: ActionLineProps): ReactNode {
  return (
    <Row as={as} gap={2} pad={[2, 0]} wrap justify="between" {...rest}>
      <Stack className={styles.subject}>
        <Text as="div">{title}</Text>
        {details.map((detail, at) => (
          <Text key={at} as="div" size="s" tone="muted">
            {detail}
          </Text>
        ))}
      </Stack>
      {children}
    </Row>
  );
}

/** Shortcuts and what they do. */
export function KeyList({ keys }: { keys: readonly (readonly [keys: readonly string[], does: string])[] }): ReactNode {
  const facts = keys.map(
    ([pressed, does]) =>
      [
        <Row key={does} gap={1}>
          {pressed.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </Row>,
        does,
      ] as const,
  );
  return <Facts vertical className={styles.keys} facts={facts} />;
}
