import { type ReactNode, type RefObject, use, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useAppearance } from '../../../platform/appearance.ts';
import { useLanguage, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { describeKey } from '../../../platform/ui/hotkeys.ts';
import { VisuallyHidden } from '../../../platform/ui/layout.tsx';
import { EarlyKeysContext, cellEditor } from './early-keys.ts';
import { keepFormulaBarFocused, keepFormulaBarGround } from './formula-bar.ts';
import { addSheetMoves, keepTabsStill } from './sheet-moves.ts';
import { mendStepsBack } from './steps-back.ts';
import { nameTools } from './tool-names.ts';
import { type GridRefusal, UniverGrid } from './univer-grid.ts';
import { startUniver } from './univer-plugins.ts';
import styles from './workbook-grid.module.css';
import type { WorkbookRoom } from './workbook-room.ts';

interface WorkbookGridProps {
  room: WorkbookRoom;
  isWritable: boolean;
  label: string;
  save: () => void;
  /** Asks for the search of words. */
  find: () => void;
  /** The grid, while it is shown. */
  shown: (grid: UniverGrid | undefined) => void;
  /** The names of the sheets that are not hidden. */
  named: (sheets: string[]) => void;
}

/** The same refusal is not told again for so long: one paste may meet many. */
const tellAgainMs = 3000;

/** A workbook in a grid, with the cells that colleagues have selected. */
export function WorkbookGrid(props: WorkbookGridProps): ReactNode {
  const { room, isWritable, label, save, find } = props;
  const box = useRef<HTMLDivElement>(null);
  const [looked, setLooked] = useState('');
  const isDark = useIsDark();
  const grid = useGrid(box, { ...props, isDark, looked: (cell, text) => setLooked(`${cell}: ${text}`) });
  useEffect(() => grid.current?.setWritable(isWritable), [grid, isWritable]);
  useEffect(() => grid.current?.setDark(isDark), [grid, isDark]);
  const { people, selections } = useStore(room.state);
  useEffect(() => {
    grid.current?.showSelections(
      people.flatMap(({ id, name, color }) => {
        const at = selections.get(id);
        return at === undefined ? [] : [{ id, name, color, at }];
      }),
    );
  }, [grid, people, selections]);
  useEarlyKeys(isWritable);
  useGridKeys({ 'mod+s': save, 'mod+f': find, 'mod+h': find });
  return (
    <div ref={box} className={styles.grid} role="region" aria-label={label}>
      <VisuallyHidden>
        <span role="status">{looked}</span>
      </VisuallyHidden>
    </div>
  );
}

interface GridTerms extends WorkbookGridProps {
  isDark: boolean;
  looked: (cell: string, text: string) => void;
}

/** A grid in an element of its own, made anew where its language or its tools change. */
function useGrid(box: RefObject<HTMLDivElement | null>, terms: GridTerms): RefObject<UniverGrid | undefined> {
  const { room } = terms;
  const t = useText('editing.workbook');
  const language = useLanguage();
  const isPhone = useMedia('phone');
  const canShift = useStore(room.state, (state) => state.book?.canShift !== false);
  const grid = useRef<UniverGrid>(undefined);
  const latest = useRef({ ...terms, t });
  latest.current = { ...terms, t };
  useEffect(() => {
    let isLeft = false;
    let unname = (): void => undefined;
    const inner = document.createElement('div');
    inner.className = styles.inner ?? '';
    box.current?.append(inner);
    const refused = refusalTeller((why) => latest.current.t(why === 'noShift' ? 'noShiftHere' : why));
    const started = startUniver({ container: inner, language, isDark: latest.current.isDark, isPhone, canShift }).then((univer) => {
      if (isLeft) return univer.dispose();
      const made = new UniverGrid(univer, {
        edited: (edits) => room.edited(edits),
        selected: (at) => room.selected(at),
        looked: (cell, text) => latest.current.looked(cell, text),
        refused,
        named: (sheets) => latest.current.named(sheets),
      });
      grid.current = made;
      addSheetMoves(univer);
      mendStepsBack(univer);
      keepFormulaBarFocused(inner, univer);
      keepFormulaBarGround(univer);
      keepTabsStill(inner, univer);
      unname = nameTools(inner, univer, (name) => latest.current.t(name));
      made.setWritable(latest.current.isWritable);
      room.attach(made);
      latest.current.shown(made);
    });
    const hurry = (): void => room.hurry();
    addEventListener('pagehide', hurry);
    return () => {
      isLeft = true;
      unname();
      const made = grid.current;
      grid.current = undefined;
      latest.current.shown(undefined);
      room.attach(undefined);
      removeEventListener('pagehide', hurry);
      void started
        .then(() => made?.settle())
        .finally(() => {
          // its own roots may be rendering at this moment
          setTimeout(() => {
            made?.dispose();
            inner.remove();
          });
        });
    };
  }, [box, room, language, isPhone, canShift]);
  return grid;
}

/** Types what was typed before the grid took keys, as soon as it does. */
function useEarlyKeys(isWritable: boolean): void {
  const early = use(EarlyKeysContext);
  const latest = useRef(isWritable);
  latest.current = isWritable;
  useEffect(() => {
    const type = ({ target }: FocusEvent): void => {
      if (target instanceof Element && target.matches(cellEditor)) void early.current?.handOver(() => latest.current);
    };
    addEventListener('focusin', type);
    return () => removeEventListener('focusin', type);
  }, [early]);
}

/** Tells why something cannot be done in the grid, once for a while. */
function refusalTeller(words: (why: Exclude<GridRefusal, 'readOnly'>) => string): (why: GridRefusal) => void {
  let told: { why?: GridRefusal; at: number } = { at: 0 };
  return (why) => {
    // a line above the grid says it
    if (why === 'readOnly' || (told.why === why && Date.now() - told.at < tellAgainMs)) return;
    told = { why, at: Date.now() };
    notice.warning(words(why));
  };
}

/** Keys of the page where the grid would take them: the field that takes its keys lies outside of it. */
function useGridKeys(keys: Record<string, () => void>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const run = latest.current[describeKey(event)];
      if (run === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      run();
    };
    addEventListener('keydown', press, true);
    return () => removeEventListener('keydown', press, true);
  }, []);
}

function useIsDark(): boolean {
  const mode = useAppearance((appearance) => appearance.mode);
  const isSystemDark = useMedia('dark');
  return mode === 'dark' || (mode === 'auto' && isSystemDark);
}
