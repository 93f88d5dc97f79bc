import { EllipsisOutlined } from '@ant-design/icons';
import { ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale';
import dayjs from 'dayjs';
import { type ReactNode, use, useEffect, useMemo, useState } from 'react';
import type { Lang } from '@dossier/contract/shapes';
import { branded, useBrand } from '../ground/brand.ts';
import { useMedia } from '../ground/hooks/use-media.ts';
import { useLook } from '../ground/look.ts';
import { groundText, useLang } from '../ground/text.ts';
import { DressedContext } from '../ground/ui/dress.tsx';
import { isDark } from './dress.ts';
import { loadLocale } from './locale.ts';
import { antdTheme } from './theme.ts';

const dayjsNames: Record<Lang, string> = { cn: 'zh-cn', en: 'en', es: 'es', ja: 'ja' };

/** Ant Design in the chosen look and language. */
export function Themed({ children }: { children: ReactNode }): ReactNode {
  const [own, brand] = [useLook(), useBrand()];
  const look = useMemo(() => branded(own, brand), [own, brand]);
  useMedia('dark');
  const still = useMedia('still');
  const dark = isDark();
  const locale = useAntdLocale();
  const theme = useMemo(() => antdTheme(look, dark, still), [look, dark, still]);
  // The button behind which tabs hide that do not fit has no name but its icon's.
  const more = <EllipsisOutlined aria-label={groundText('moreTabs')} />;
  return (
    <ConfigProvider theme={theme} locale={locale} button={{ autoInsertSpace: false }} tabs={{ more: { icon: more } }}>
      <DressedContext value={true}>{children}</DressedContext>
    </ConfigProvider>
  );
}

/** The first language is waited for, because Ant Design builds everything anew when a locale comes where none was. */
function useAntdLocale(): Locale {
  const current = useLang();
  const [first] = useState(current);
  const initial = use(loadLocale(first));
  const [locale, setLocale] = useState(initial);
  useEffect(() => {
    let wanted = true;
    // Where these words cannot be loaded, those before stay.
    loadLocale(current).then(
      (words) => wanted && setLocale(words),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [current]);
  useEffect(() => {
    dayjs.locale(dayjsNames[current]);
  }, [current]);
  return locale;
}
