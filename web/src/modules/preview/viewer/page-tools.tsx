import { DownOutlined, RotateRightOutlined, UpOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { Row, Text } from '../../../platform/ui/layout.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import type { Fit, PageNavigation, PageState } from '../pdf/pdf-state.ts';
import { ToolField, ToolSelect, ToolSeparator } from '../viewer-parts.tsx';
import styles from './viewer.module.css';

const percents = [50, 75, 100, 125, 150, 200, 300, 400];
/** The bounds of a typed percentage. */
const least = 10;
const most = 1000;

/** Page navigation, zoom and rotation of paged documents. */
export function PageTools({ session, state }: { session: PageNavigation | undefined; state: PageState }): ReactNode {
  const t = useText('preview.viewer');
  const off = state.phase !== 'ready' || !session;
  return (
    <>
      <PageSteps page={state.page} pages={state.pages} disabled={off} goTo={(page) => session?.goTo(page)} />
      <ToolSeparator />
      <ToolButton label={t('zoomOut')} icon={<ZoomOutOutlined />} hotkey="-" disabled={off} onClick={() => session?.zoomBy(-1)} />
      <ZoomBox state={state} disabled={off} zoomTo={(scale) => session?.zoomTo(scale)} />
      <ToolButton label={t('zoomIn')} icon={<ZoomInOutlined />} hotkey="+" disabled={off} onClick={() => session?.zoomBy(1)} />
      <ToolButton label={t('turnRight')} icon={<RotateRightOutlined />} hotkey="r" disabled={off} onClick={() => session?.rotate(90)} />
    </>
  );
}

interface PageStepsProps {
  page: number;
  pages: number;
  disabled: boolean;
  goTo: (page: number) => void;
}

/** To the previous, the next, or any page. */
export function PageSteps({ page, pages, disabled, goTo }: PageStepsProps): ReactNode {
  const t = useText('preview.viewer');
  return (
    <>
      <ToolButton label={t('previousPage')} icon={<UpOutlined />} disabled={disabled || page <= 1} onClick={() => goTo(page - 1)} />
      <ToolButton label={t('nextPage')} icon={<DownOutlined />} disabled={disabled || page >= pages} onClick={() => goTo(page + 1)} />
      <PageBox {...{ page, pages, disabled, goTo }} />
    </>
  );
}

function PageBox({ page, pages, disabled, goTo }: PageStepsProps): ReactNode {
  const t = useText('preview.viewer');
  // Set only while typing; otherwise the current page is shown.
  const [typed, setTyped] = useState<string>();
  const accept = (): void => {
    const wanted = Number.parseInt(typed ?? '', 10);
    if (Number.isFinite(wanted)) goTo(wanted);
    setTyped(undefined);
  };
  return (
    <Row as="span" gap={1}>
      <ToolField
        className={styles.pageField}
        aria-label={t('page')}
        inputMode="numeric"
        value={typed ?? String(page)}
        disabled={disabled}
        onChange={({ target }) => setTyped(target.value.replace(/\D/g, ''))}
        onFocus={({ target }) => target.select()}
        onBlur={accept}
        onKeyDown={(event) => {
          if (event.key === 'Enter') accept();
          if (event.key === 'Escape') setTyped(undefined);
        }}
      />
      <Text size="s" numeric nowrap>
        / {pages || '–'}
      </Text>
    </Row>
  );
}

interface ZoomBoxProps {
  state: PageState;
  disabled: boolean;
  zoomTo: (scale: number | Fit) => void;
}

/** The percentage that a text names: "150", "150 %". */
function percentIn(text: string): number | undefined {
  const [number] = /^\s*\d+(?:[.,]\d+)?(?=\s*[%％]?\s*$)/.exec(text) ?? [];
  return number === undefined ? undefined : Math.min(most, Math.max(least, Math.round(Number(number.replace(',', '.')))));
}

/** One of the usual sizes, or any percentage that is typed. */
function ZoomBox({ state, disabled, zoomTo }: ZoomBoxProps): ReactNode {
  const t = useText('preview.viewer');
  const percent = Math.round(state.scale * 100);
  return (
    <ToolSelect<Fit | number>
      className={styles.zoomField}
      label={t('zoom')}
      value={state.fit ?? percent}
      unlisted={`${percent}%`}
      options={[
        { value: 'page-width', label: t('fitWidth') },
        { value: 'page-fit', label: t('fitPage') },
        ...percents.map((value) => ({ value, label: `${value}%` })),
      ]}
      parse={percentIn}
      choose={(wanted) => zoomTo(typeof wanted === 'number' ? wanted / 100 : wanted)}
      disabled={disabled}
    />
  );
}

/** The shortcuts of paged documents. */
export function usePageKeys(
  session: PageNavigation | undefined,
  state: PageState,
  setFinding: (finding: boolean) => void,
  isActive = true,
): void {
  const keys = {
    'mod+f': () => setFinding(true),
    'mod+g': () => session?.find(state.find.query, 'next'),
    'mod+shift+g': () => session?.find(state.find.query, 'previous'),
    'mod+=': () => session?.zoomBy(1),
    'mod++': () => session?.zoomBy(1),
    'mod+-': () => session?.zoomBy(-1),
    'mod+0': () => session?.zoomTo('page-width'),
    '+': () => session?.zoomBy(1),
    '-': () => session?.zoomBy(-1),
    r: () => session?.rotate(90),
    n: () => session?.goTo(state.page + 1),
    j: () => session?.goTo(state.page + 1),
    p: () => session?.goTo(state.page - 1),
    k: () => session?.goTo(state.page - 1),
    Home: () => session?.goTo(1),
    End: () => session?.goTo(state.pages),
    ArrowRight: () => session?.goTo(state.page + 1),
    ArrowLeft: () => session?.goTo(state.page - 1),
  };
  useHotkeys(keys, isActive);
}
