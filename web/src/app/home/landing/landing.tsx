import { type HTMLAttributes, type ReactNode, useId } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { session } from '../../../platform/sessions.ts';
import { CenteredCard } from '../../../platform/ui/centered-card.tsx';
import { Card, Heading, Row, Text, classNames } from '../../../platform/ui/layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { buttonClass } from '../../../platform/ui/native-controls.tsx';
import styles from './landing.module.css';

interface LandingProps {
  title: string;
  /** Two columns where the width allows. */
  pad?: boolean;
  /** The right end of the bar, before the link to the full application. */
  tools?: ReactNode;
  children: ReactNode;
}

/** The layout of a page without the shell, for touch screens; its bar links to the full application. */
export function Landing({ title, pad, tools, children }: LandingProps): ReactNode {
  const t = useText('app.home');
  return (
    <div className={styles.page}>
      <Row as="header" gap={2} className={styles.bar}>
        <img src="/mark.svg" alt="" width={28} height={28} />
        <Heading level={1} truncate grow>
          {title}
        </Heading>
        {tools}
        <AppLink to="/">{t('home')}</AppLink>
      </Row>
      <main className={classNames(styles.main, pad && styles.pad)}>{children}</main>
    </div>
  );
}

/** Renders its children for signed-in users; others see a sign-in prompt instead. */
export function SignedIn({ path, children }: { path: string; children: ReactNode }): ReactNode {
  const t = useText('app.home');
  if (session.token() !== null) return children;
  return (
    <Message title={t('signInFirst')} text={t('signInFirstText')}>
      <AppLink to="/login" query={{ redirect: path }} className={buttonClass({ primary: true, large: true })}>
        {t('signIn')}
      </AppLink>
    </Message>
  );
}

interface MessageProps {
  sign?: ReactNode;
  title: string;
  text: string;
  children: ReactNode;
}

/** A message in the middle of the window, with the next action. */
export function Message({ text, children, ...card }: MessageProps): ReactNode {
  return (
    <CenteredCard {...card}>
      <Text as="p" tone="muted">
        {text}
      </Text>
      {children}
    </CenteredCard>
  );
}

interface LandingCardProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  as?: 'nav' | 'section';
  /** Absent where the page has this title already. */
  title?: ReactNode;
  /** Beside the title. */
  tools?: ReactNode;
}

/** A part of such a page. */
export function LandingCard({ as = 'section', title, tools, className, children, ...rest }: LandingCardProps): ReactNode {
  const id = useId();
  return (
    <Card as={as} pad={0} {...rest} className={classNames(styles.part, className)} {...(title !== undefined && { 'aria-labelledby': id })}>
      {title !== undefined && (
        <Row as="header" gap={2} justify="between" pad={[0, 4]} className={styles.head}>
          <Heading level={2} size="m" id={id}>
            {title}
          </Heading>
          {tools}
        </Row>
      )}
      {children}
    </Card>
  );
}
