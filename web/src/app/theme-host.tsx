import { ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale';
import dayjs from 'dayjs';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useMedia } from '../ground/hooks/use-media.ts';
import { useLook } from '../ground/look.ts';
import { useLang } from '../ground/text.ts';
import { antdTheme, cssVariables } from './theme.ts';

const locales = import.meta.glob<{ antd: Locale; dayjsName: string }>('./locale/*.ts');

/** Dresses the document and Ant Design in the chosen look and language. */
export function ThemeHost({ children }: { children: ReactNode }): ReactNode {
  const look = useLook();
  const systemDark = useMedia('dark');
  const still = useMedia('still');
  const isDark = look.mode === 'dark' || (look.mode === 'auto' && systemDark);
  const locale = useAntdLocale();
  const theme = useMemo(() => antdTheme(look, isDark, still), [look, isDark, still]);
  useLayoutEffect(() => {
    const { style, dataset } = document.documentElement;
    for (const [name, value] of Object.entries(cssVariables(look, isDark))) style.setProperty(name, value);
    style.colorScheme = isDark ? 'dark' : 'light';
    dataset.mode = isDark ? 'dark' : 'light';
  }, [look, isDark]);
  return (
    <ConfigProvider theme={theme} {...(locale && { locale })} button={{ autoInsertSpace: false }}>
      {children}
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
