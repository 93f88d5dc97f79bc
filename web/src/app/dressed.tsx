import { ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale';
import dayjs from 'dayjs';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useMedia } from '../ground/hooks/use-media.ts';
import { ItemActionsContext } from '../ground/item-context.ts';
import { useLook } from '../ground/look.ts';
import { useLang } from '../ground/text.ts';
import { isDark } from './dress.ts';
import { itemJoin } from './item-actions.ts';
import { antdTheme } from './theme.ts';

const locales = import.meta.glob<{ antd: Locale; dayjsName: string }>('./locale/*.ts');

/** What pages of signed-in people stand in: Ant Design in the chosen look and language, and what all rooms do with items. */
export function Dressed({ children }: { children: ReactNode }): ReactNode {
  const look = useLook();
  useMedia('dark');
  const still = useMedia('still');
  const dark = isDark();
  const locale = useAntdLocale();
  const theme = useMemo(() => antdTheme(look, dark, still), [look, dark, still]);
  return (
    <ConfigProvider theme={theme} {...(locale && { locale })} button={{ autoInsertSpace: false }}>
      <ItemActionsContext value={itemJoin}>{children}</ItemActionsContext>
    </ConfigProvider>
  );
}

function useAntdLocale(): Locale | undefined {
  const lang = useLang();
  const [locale, setLocale] = useState<Locale>();
  useEffect(() => {
    void locales[`./locale/${lang}.ts`]?.().then((words) => {
      dayjs.locale(words.dayjsName);
      setLocale(words.antd);
    });
  }, [lang]);
  return locale;
}
