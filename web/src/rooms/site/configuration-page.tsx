import '../../ground/no-eval.ts';
import { site } from '@dossier/contract/site';
import { type SettingGroup, settingGroups } from '@dossier/contract/site-settings';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useGo, usePageQuery } from '../../ground/go.ts';
import { oneOf } from '../../ground/page-query.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { Waiting } from '../../ground/ui/waiting.tsx';
import { useCall } from '../../ground/use-call.ts';
import { GroupForm, type Values } from './group-form.tsx';
import styles from './site.module.css';
import type { Keys } from './text/cn.ts';

const groups = Object.keys(settingGroups) as SettingGroup[];
const Query = { group: oneOf(groups) };
const path = '/site-admin/index/site-userManger/site-configuration';

/** All settings of the site: the groups on the left, or above on a phone, and the form of one of them. */
export function ConfigurationPage(): ReactNode {
  const t = useText('site');
  const go = useGo();
  const { group = 'signIn' } = usePageQuery(Query);
  const settings = useCall(site.settings, {});
  const [changed, setChanged] = useState<ReadonlySet<SettingGroup>>(new Set());
  useGuard(changed.size > 0);
  const mark = useCallback(
    (one: SettingGroup, dirty: boolean) =>
      setChanged((before) => new Set(dirty ? [...before, one] : [...before].filter((other) => other !== one))),
    [],
  );
  const strip = useStrip(group, settings.isSuccess);
  if (settings.error && !settings.data) return <ErrorBox error={settings.error} retry={() => void settings.refetch()} />;
  if (!settings.data) return <Waiting label={t('loading')} delay={150} large />;
  const kept = settings.data as unknown as Record<SettingGroup, Values & { enabled?: boolean }>;
  return (
    <div className={styles.page}>
      <nav ref={strip} className={styles.groups} aria-label={t('configuration')}>
        {groups.map((one) => (
          <button
            key={one}
            type="button"
            className={styles.group}
            data-group={one}
            aria-current={one === group ? 'true' : undefined}
            onClick={() => go(path, { group: one }, { replace: true })}
          >
            <span>{t(`group_${one}` as Keys)}</span>
            {changed.has(one) ? (
              <span className={styles.changed}>{t('notSaved')}</span>
            ) : (
              kept[one].enabled !== undefined && <span className={styles.state}>{t(kept[one].enabled ? 'on' : 'off')}</span>
            )}
          </button>
        ))}
      </nav>
      <div className={styles.body}>
        {groups.map((one) => (
          // what was typed in another group stays until it is saved or given up
          <div key={one} hidden={one !== group}>
            {(one === group || changed.has(one)) && (
              <GroupForm group={one} kept={kept[one]} dirty={changed.has(one)} setDirty={(dirty) => mark(one, dirty)} />
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The list of groups, which shows the open one: on a phone it is a strip that is longer than the screen is wide. */
function useStrip(group: SettingGroup, shown: boolean): RefObject<HTMLElement | null> {
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    if (shown) strip.current?.querySelector(`[data-group="${group}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [group, shown]);
  return strip;
}

/** Asks before what was changed and not saved is lost by going elsewhere or closing the window. */
function useGuard(dirty: boolean): void {
  const t = useText('site');
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: dirty,
    shouldBlockFn: async ({ next }) =>
      next.pathname !== path && !(await confirm({ title: t('leaveAsk'), text: t('leaveText'), ok: t('leave'), danger: true })),
  });
}
