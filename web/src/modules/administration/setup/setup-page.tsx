import { CheckOutlined, MinusOutlined } from '@ant-design/icons';
import { type SetupStep, setupSteps, site } from '@dossier/contract/core/site';
import { settingGroups } from '@dossier/contract/core/site-settings';
import type { Lang } from '@dossier/contract/core/shapes';
import { Button, Segmented } from 'antd';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { startFirstCabinet } from '../../documents/first-files.ts';
import { openChangePassword } from '../../identity/account-dialogs.tsx';
import { changeLanguage } from '../../identity/current-user.ts';
import { FirstPeople } from '../../identity/first-people.tsx';
import { OwnOrganisationForm } from '../../identity/own-organisation-form.tsx';
import { languageNames, languageTags, useLanguage, useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { usePermissions } from '../../../platform/permissions.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Card, Heading, PlainButton, Row, Stack, Text, VisuallyHidden } from '../../../platform/ui/layout.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { GroupForm } from '../site/configuration-page.tsx';
import styles from './setup.module.css';

/** A step, or what stands after the last one. */
type Place = SetupStep | 'end';

/** Goes on to the step after one, noting what became of it. */
type GoOn = (state: 'done' | 'skipped') => Promise<void>;

/** /setup : the first start of a site, step by step; each can be skipped and taken up later. */
export function SetupPage(): ReactNode {
  const t = useText('administration.setup');
  const found = useCall(site.setup, {});
  if (found.error && !found.data) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return <Spinner label={t('loading')} delay={150} large />;
  return <Setup done={found.data.done} skipped={found.data.skipped} />;
}

interface SetupProps {
  done: readonly SetupStep[];
  skipped: readonly SetupStep[];
}

function Setup({ done, skipped }: SetupProps): ReactNode {
  const t = useText('administration.setup');
  const go = useNavigate();
  const save = useCallMutation(site.saveSetup, { refresh: [site.setup] });
  const [chosen, setChosen] = useState<Place>();
  const title = useRef<HTMLHeadingElement>(null);
  // the reader of the screen, and the keys, go along with the step
  useLayoutEffect(() => {
    if (chosen !== undefined) title.current?.focus();
  }, [chosen]);
  const place = chosen ?? setupSteps.find((step) => !done.includes(step) && !skipped.includes(step)) ?? 'end';
  const goOn: GoOn = async (state) => {
    if (place === 'end') return;
    await save.mutateAsync({ step: place, state });
    setChosen(setupSteps[setupSteps.indexOf(place) + 1] ?? 'end');
  };
  const close = async (): Promise<void> => {
    await save.mutateAsync({ close: true });
  };
  const before = setupSteps[(place === 'end' ? setupSteps.length : setupSteps.indexOf(place)) - 1];
  return (
    <main className={styles.page}>
      <SetupHead
        skipAll={
          place === 'end'
            ? undefined
            : () =>
                void close().then(
                  () => go('/home'),
                  () => undefined,
                )
        }
      />
      <div className={styles.body}>
        <StepList place={place} done={done} skipped={skipped} choose={setChosen} />
        <Card pad={6} gap={4} className={styles.card}>
          <Stack gap={1}>
            <Heading level={2} ref={title} tabIndex={-1}>
              {t(`step_${place}`)}
            </Heading>
            <Text as="p" tone="muted">
              {t(`about_${place}`)}
            </Text>
          </Stack>
          <StepContent
            place={place}
            busy={save.isPending}
            goOn={goOn}
            close={close}
            back={before === undefined ? undefined : () => setChosen(before)}
          />
        </Card>
      </div>
    </main>
  );
}

function SetupHead({ skipAll }: { skipAll: (() => void) | undefined }): ReactNode {
  const t = useText('administration.setup');
  return (
    <Row as="header" gap={3} className={styles.head}>
      <img src="/mark.svg" alt="" width={32} height={32} />
      <Heading level={1} grow>
        {t('title')}
      </Heading>
      {skipAll && (
        <Button type="text" onClick={skipAll}>
          {t('skipAll')}
        </Button>
      )}
    </Row>
  );
}

interface StepContentProps extends Omit<OtherWaysProps, 'goOn'> {
  place: Place;
  busy: boolean;
  goOn: GoOn;
  close: () => Promise<void>;
}

function StepContent({ place, busy, goOn, close, back }: StepContentProps): ReactNode {
  const t = useText('administration.setup');
  const otherWays = <OtherWays goOn={goOn} back={back} />;
  return (
    <>
      {place === 'language' && <LanguageStep />}
      {place === 'organisation' && (
        <OwnOrganisationForm ok={t('saveAndGoOn')} saved={() => goOn('done')}>
          {otherWays}
        </OwnOrganisationForm>
      )}
      {place === 'mail' && <MailStep goOn={goOn} back={back} />}
      {place === 'people' && <FirstPeople />}
      {(place === 'language' || place === 'people') && (
        <Row gap={2} wrap>
          <Button type="primary" loading={busy} onClick={() => void goOn('done').catch(() => undefined)}>
            {t('goOn')}
          </Button>
          {otherWays}
        </Row>
      )}
      {place === 'end' && <EndStep busy={busy} close={close} back={back} />}
    </>
  );
}

interface OtherWaysProps {
  /** Undefined where nothing is left to skip. */
  goOn?: GoOn;
  /** Undefined at the first step. */
  back: (() => void) | undefined;
  /** Whether there is nothing to do but to skip. */
  skipsFirst?: boolean;
}

/** Skips the step, or goes back to the one before it. */
function OtherWays({ goOn, back, skipsFirst = false }: OtherWaysProps): ReactNode {
  const t = useText('administration.setup');
  return (
    <>
      {goOn && (
        <Button type={skipsFirst ? 'primary' : 'text'} onClick={() => void goOn('skipped').catch(() => undefined)}>
          {t('skip')}
        </Button>
      )}
      {back && (
        <Button type="text" onClick={back}>
          {t('back')}
        </Button>
      )}
    </>
  );
}

/** What to do next: the password that the terminal showed is changed, and the first cabinet created. */
function EndStep({ busy, close, back }: Pick<StepContentProps, 'busy' | 'close' | 'back'>): ReactNode {
  const t = useText('administration.setup');
  const go = useNavigate();
  const mayCreate = usePermissions()('cabinets.create');
  const closeAnd = async (next: () => unknown): Promise<void> => {
    await close();
    await next();
  };
  const finish = (next: () => unknown): void => void closeAnd(next).catch(() => undefined);
  return (
    <>
      <Text as="p">{t('passwordHint')}</Text>
      <Row gap={2} wrap>
        <Button type="primary" loading={busy} onClick={() => finish(() => go('/home'))}>
          {t('finish')}
        </Button>
        <Button onClick={openChangePassword}>{t('changePassword')}</Button>
        {mayCreate && <Button onClick={() => finish(() => startFirstCabinet(go))}>{t('firstCabinet')}</Button>}
        <OtherWays back={back} />
      </Row>
    </>
  );
}

interface StepListProps extends SetupProps {
  place: Place;
  choose: (step: SetupStep) => void;
}

/** The steps with what became of them; each can be opened. */
function StepList({ place, done, skipped, choose }: StepListProps): ReactNode {
  const t = useText('administration.setup');
  return (
    <nav aria-label={t('steps')}>
      <ol className={styles.steps}>
        {setupSteps.map((step, at) => {
          const state = done.includes(step) ? 'done' : skipped.includes(step) ? 'skipped' : 'open';
          return (
            <li key={step}>
              <PlainButton lit className={styles.step} aria-current={step === place ? 'step' : undefined} onClick={() => choose(step)}>
                <span className={styles.mark} data-state={state} aria-hidden>
                  {state === 'done' ? <CheckOutlined /> : state === 'skipped' ? <MinusOutlined /> : at + 1}
                </span>
                <Text label={step === place}>{t(`step_${step}`)}</Text>
                {state !== 'open' && <VisuallyHidden> ({t(`state_${state}`)})</VisuallyHidden>}
              </PlainButton>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** The languages, each by its own name; the choice applies at once. */
function LanguageStep(): ReactNode {
  const t = useText('administration.setup');
  const current = useLanguage();
  return (
    <Row wrap>
      <Segmented<Lang>
        aria-label={t('step_language')}
        value={current}
        options={Object.entries(languageNames).map(([lang, name]) => ({
          value: lang as Lang,
          label: <span lang={languageTags[lang as Lang]}>{name}</span>,
        }))}
        onChange={(lang) => void changeLanguage(lang).catch(() => undefined)}
      />
    </Row>
  );
}

/** What the form of the mail server shows until its settings are known: all of its fields, so that it has its height. */
const mailDefaults = settingGroups.mail.parse({});

/** The mail server, as on the page of the configuration, with its test. */
function MailStep({ goOn, back }: { goOn: GoOn; back: (() => void) | undefined }): ReactNode {
  const t = useText('administration.setup');
  const settings = useCall(site.settings, {});
  const [dirty, setDirty] = useState(false);
  if (settings.error && !settings.data) return <ErrorBox error={settings.error} retry={() => void settings.refetch()} />;
  return (
    <div inert={settings.data === undefined}>
      <GroupForm
        group="mail"
        kept={settings.data?.mail ?? mailDefaults}
        dirty={dirty}
        setDirty={setDirty}
        isPart
        ok={t('saveAndGoOn')}
        saved={() => void goOn('done').catch(() => undefined)}
      >
        <OtherWays goOn={goOn} back={back} skipsFirst={!dirty} />
      </GroupForm>
    </div>
  );
}
