import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useAppearance } from '../../../platform/appearance.ts';
import { useLanguage, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { describeKey } from '../../../platform/ui/hotkeys.ts';
import { type GridRefusal, UniverGrid } from './univer-grid.ts';
import { startUniver } from './univer-plugins.ts';
import styles from './workbook-grid.module.css';
import type { WorkbookRoom } from './workbook-room.ts';

interface WorkbookGridProps {
  room: WorkbookRoom;
  isWritable: boolean;
  label: string;
  save: () => void;
  /** The grid, while it is shown. */
  shown: (grid: UniverGrid | undefined) => void;
}

/** The same refusal is not told again for so long: one paste may meet many. */
const tellAgainMs = 3000;

/** A workbook in a grid, with the cells that colleagues have selected. */
export function WorkbookGrid({ room, isWritable, label, save, shown }: WorkbookGridProps): ReactNode {
  const t = useText('editing.workbook');
  const box = useRef<HTMLDivElement>(null);
  const grid = useRef<UniverGrid>(undefined);
  const language = useLanguage();
  const isDark = useIsDark();
  const isPhone = useMedia('phone');
  const latest = useRef({ isWritable, isDark, shown, t });
  latest.current = { isWritable, isDark, shown, t };
  useEffect(() => {
    let isLeft = false;
    const inner = document.createElement('div');
    inner.className = styles.inner ?? '';
    box.current?.append(inner);
    let told = { why: '' as GridRefusal | '', at: 0 };
    const refused = (why: GridRefusal): void => {
      if (why === 'readOnly' || (told.why === why && Date.now() - told.at < tellAgainMs)) return;
      told = { why, at: Date.now() };
      notice.warning(latest.current.t(why === 'noShift' ? 'noShiftHere' : why));
    };
    const started = startUniver({ container: inner, language, isDark: latest.current.isDark, isPhone }).then((univer) => {
      if (isLeft) return univer.dispose();
      const made = new UniverGrid(univer, { edited: (edits) => room.edited(edits), selected: (at) => room.selected(at), refused });
      grid.current = made;
      made.setWritable(latest.current.isWritable);
      room.attach(made);
      latest.current.shown(made);
    });
    return () => {
      isLeft = true;
      const made = grid.current;
      grid.current = undefined;
      latest.current.shown(undefined);
      room.attach(undefined);
      void started.finally(() => {
        // its own roots may be rendering at this moment
        setTimeout(() => {
          made?.dispose();
          inner.remove();
        });
      });
    };
  }, [room, language, isPhone]);
  useEffect(() => grid.current?.setWritable(isWritable), [isWritable]);
  useEffect(() => grid.current?.setDark(isDark), [isDark]);
  const { people, selections } = useStore(room.state);
  useEffect(() => {
    grid.current?.showSelections(
      people.flatMap(({ id, name, color }) => {
        const at = selections.get(id);
        return at === undefined ? [] : [{ id, name, color, at }];
      }),
    );
  }, [people, selections]);
  const press = (event: KeyboardEvent): void => {
    if (describeKey(event) !== 'mod+s') return;
    event.preventDefault();
    event.stopPropagation();
    save();
  };
  return <div ref={box} className={styles.grid} role="region" aria-label={label} onKeyDownCapture={press} />;
}

function useIsDark(): boolean {
  const mode = useAppearance((appearance) => appearance.mode);
  const isSystemDark = useMedia('dark');
  return mode === 'dark' || (mode === 'auto' && isSystemDark);
}
