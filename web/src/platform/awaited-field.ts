import { platformText } from './i18n.ts';

/** An invisible text field that has the focus until the field that was asked for is there. */
let standIn: HTMLTextAreaElement | undefined;
/** What was typed into one that has lost the focus. */
let typed = '';

interface AwaitedField {
  /** What was typed is for the field also where the focus was lost meanwhile. */
  keepsWords: boolean;
  /** Called on Escape. */
  giveUp: () => void;
}

function remove(): void {
  const field = standIn;
  standIn = undefined;
  field?.remove();
}

/**
 * Takes the keys until the field is there that was asked for, which may have to be loaded: on a button they would be shortcuts. Phones open their
 * keyboard in the event of a press only, and keep it for the field.
 */
export function awaitField({ keepsWords, giveUp }: AwaitedField): void {
  if (standIn !== undefined) return;
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.setAttribute('aria-label', platformText('fieldOpens'));
  // a font of 16 px keeps phones from enlarging the page
  field.style.cssText = 'position:fixed;inset:auto auto 0 0;width:1px;height:1px;opacity:0;border:0;padding:0;font-size:16px;resize:none';
  field.addEventListener('blur', () => {
    if (keepsWords) typed += field.value;
    remove();
  });
  field.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    field.value = '';
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    forgetAwaitedField();
    giveUp();
  });
  document.body.append(field);
  standIn = field;
  field.focus({ preventScroll: true });
}

/** What was typed before the field was there, which has the focus now. */
export function takeTyped(): string {
  const words = (typed + (standIn?.value ?? '')).trimStart();
  forgetAwaitedField();
  return words;
}

/** There will be no field; what was typed for it goes. */
export function forgetAwaitedField(): void {
  remove();
  typed = '';
}
