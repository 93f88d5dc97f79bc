import { UniverInstanceType } from '@univerjs/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLanguage } from '../../../platform/i18n.ts';
import { startUniver } from './univer-plugins.ts';

export function WorkbookGrid(): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const language = useLanguage();
  useEffect(() => {
    const inner = document.createElement('div');
    inner.style.cssText = 'position:absolute;inset:0';
    box.current?.append(inner);
    const started = startUniver({ container: inner, language, isDark: false, isPhone: false });
    void started.then((univer) => {
      (window as unknown as Record<string, unknown>)['univer'] = univer;
      univer.createUnit(UniverInstanceType.UNIVER_SHEET, {
        id: 'book',
        sheetOrder: ['1'],
        sheets: { 1: { id: '1', name: 'First', cellData: { 0: { 0: { v: 1 }, 1: { f: '=A1+1' } } } } },
      });
    });
    return () => {
      void started.then((univer) => {
        univer.dispose();
        inner.remove();
      });
    };
  }, [language]);
  return <div ref={box} style={{ position: 'relative', flex: 1 }} />;
}
