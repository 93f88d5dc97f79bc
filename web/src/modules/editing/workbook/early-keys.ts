import { createContext } from 'react';

/** What was typed into one cell, and the key that left it. */
interface TypedCell {
  text: string;
  leave?: 'Enter' | 'Tab';
}

const codesOf = { Enter: 13, Tab: 9 } as const;

/** The field that takes the keys of the grid, outside of which it lies. */
export const cellEditor = '[data-u-comp="editor"][id$="DOCS_NORMAL"]';

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined)));

const isBare = ({ ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean => !ctrlKey && !metaKey && !altKey && !isComposing;

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * Keeps what is typed while a workbook is being opened, and types it into the selected cell as soon as the grid takes keys. A field holds it until
 * then, so that words which are composed are kept as well.
 */
export class EarlyKeys {
  private readonly field = document.createElement('textarea');
  private readonly left: TypedCell[] = [];
  private isHandingOver = false;

  constructor(label: string) {
    const { field } = this;
    field.setAttribute('aria-label', label);
    field.dataset['earlyKeys'] = '';
    field.rows = 1;
    Object.assign(field.style, { position: 'fixed', insetBlockStart: '0', inlineSize: '1px', blockSize: '1px', opacity: '0', border: '0' });
    document.body.append(field);
    addEventListener('keydown', this.press, true);
    // on a touch screen a field with the focus would open the keyboard
    if (isNowhere() && matchMedia('(pointer: fine)').matches) field.focus({ preventScroll: true });
  }

  private readonly press = (event: KeyboardEvent): void => {
    if (!event.isTrusted || !isBare(event)) return;
    const { key } = event;
    const leave = key === 'Enter' || key === 'Tab' ? key : undefined;
    if (this.isHandingOver) {
      // what is typed while the earlier keys are typed comes after them
      if (leave === undefined && key.length !== 1) return;
      event.preventDefault();
      event.stopPropagation();
      if (leave === undefined) this.field.value += key;
      else this.leaveCell(leave);
      return;
    }
    if (isNowhere() && key.length === 1) this.field.focus({ preventScroll: true });
    if (document.activeElement !== this.field || leave === undefined) return;
    // a key that leaves an empty field moves the focus, as everywhere
    if (this.field.value === '' && this.left.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.leaveCell(leave);
  };

  private leaveCell(leave: 'Enter' | 'Tab'): void {
    this.left.push({ text: this.field.value, leave });
    this.field.value = '';
  }

  private take(): TypedCell | undefined {
    const first = this.left.shift();
    if (first !== undefined) return first;
    const text = this.field.value;
    this.field.value = '';
    return text === '' ? undefined : { text };
  }

  /** Types all of it into the grid, which takes keys from now on; `isWanted` answers whether it may be written. */
  async handOver(isWanted: () => boolean): Promise<void> {
    if (this.isHandingOver || !this.field.isConnected) return;
    this.isHandingOver = true;
    // the grid takes the focus once more with its first frame
    await nextFrame();
    await nextFrame();
    for (let cell = this.take(); cell !== undefined && isWanted(); cell = this.take()) {
      const editor = document.querySelector<HTMLElement>(cellEditor);
      if (editor === null) break;
      editor.focus();
      // oxlint-disable-next-line typescript/no-deprecated -- no other call types into an editable element as keys do
      if (cell.text !== '') document.execCommand('insertText', false, cell.text);
      await nextFrame();
      if (cell.leave === undefined) continue;
      const { leave } = cell;
      const code = { keyCode: codesOf[leave], which: codesOf[leave] };
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: leave, code: leave, bubbles: true, cancelable: true, ...code }),
      );
      await nextFrame();
    }
    this.end();
  }

  end(): void {
    removeEventListener('keydown', this.press, true);
    this.field.remove();
  }
}

/** What was typed before the grid of a workbook was there. */
export const EarlyKeysContext = createContext<{ current: EarlyKeys | undefined }>({ current: undefined });
