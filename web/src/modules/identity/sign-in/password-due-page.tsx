import { codes } from '@dossier/contract/core/codes';
import { type CurrentUser, session as calls } from '@dossier/contract/identity/sessions';
import { type ReactNode, useId } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { textParam } from '../../../platform/page-query.ts';
import { useKnownUser } from '../../../platform/permissions.ts';
import { queryClient } from '../../../platform/query.ts';
import { type FormFailure, PlainForm } from '../plain-form.tsx';
import { safeRedirect, signOut } from '../sign-in.ts';
import { Row, Text } from '../../../platform/ui/layout.tsx';
import { LinkButton } from '../../../platform/ui/native-controls.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import styles from './sign-in.module.css';

const Query = { redirect: textParam };

const fieldOf = (code: number): string => (code === codes.invalidPassword.code ? 'oldPwd' : 'newPwd');

/** The page after a sign-in with an expired or initial password: it must be changed first. */
export function PasswordDuePage(): ReactNode {
  const t = useText('identity.sign-in');
  const { redirect } = usePageQuery(Query);
  const terms = useKnownUser()?.passwordTerms;
  const target = safeRedirect(redirect, location.origin);
  return (
    <SignInFrame title={t('dueTitle')} hint={t(terms?.reason === 'age' ? 'dueByAge' : 'dueGiven')}>
      <ChangeForm target={target} terms={terms} />
    </SignInFrame>
  );
}

const shortest = 6;

/** The site's rules for passwords. */
function Rule({ id, terms }: { id: string; terms: CurrentUser['passwordTerms'] }): ReactNode {
  const t = useText('identity.sign-in');
  const kinds = terms?.classes ?? 0;
  return (
    <Text as="p" id={id} size="s" tone="muted" className={styles.rule}>
      {t('ruleLength', { count: Math.max(shortest, terms?.length ?? 0) })}
      {kinds > 1 && ` ${t('ruleKinds', { count: kinds })}`}
    </Text>
  );
}

function ChangeForm({ target, terms }: { target: string; terms: CurrentUser['passwordTerms'] }): ReactNode {
  const t = useText('identity.sign-in');
  const rule = useId();
  const go = useNavigate();
  const send = async ({ oldPwd = '', newPwd = '', confirmPwd = '' }: Record<string, string>): Promise<FormFailure | undefined> => {
    if (oldPwd === '') return { text: t('passwordNeeded'), field: 'oldPwd' };
    if (newPwd.length < 6) return { text: t('passwordShort'), field: 'newPwd' };
    if (newPwd !== confirmPwd) return { text: t('passwordsDiffer'), field: 'confirmPwd' };
    await call(calls.changePassword, { oldPwd, newPwd, confirmPwd }, { quiet: true });
    // the cached answers are those of a blocked session
    queryClient.clear();
    go(target, undefined, { replace: true });
    return undefined;
  };
  return (
    <PlainForm ok={t('setPassword')} send={send} fieldOf={fieldOf} below={<Leave />}>
      {(field) => (
        <>
          <label className={styles.label}>
            {t('oldPassword')}
            <input {...field('oldPwd')} type="password" autoComplete="current-password" autoFocus />
          </label>
          <label className={styles.label}>
            {t('newPassword')}
            <input
              {...field('newPwd')}
              type="password"
              autoComplete="new-password"
              aria-describedby={`${rule} ${field('newPwd')['aria-describedby']}`}
            />
          </label>
          <Rule id={rule} terms={terms} />
          <label className={styles.label}>
            {t('confirmPassword')}
            <input {...field('confirmPwd')} type="password" autoComplete="new-password" />
          </label>
        </>
      )}
    </PlainForm>
  );
}

function Leave(): ReactNode {
  const t = useText('identity.sign-in');
  const go = useNavigate();
  const leave = async (): Promise<void> => {
    await signOut();
    go('/login', undefined, { replace: true });
  };
  return (
    <Row gap={4} wrap className={styles.links}>
      <LinkButton onClick={() => void leave()}>{t('dueOther')}</LinkButton>
    </Row>
  );
}
