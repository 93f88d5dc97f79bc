/** Puts a text on the clipboard; without leave, or on plain http, by the older way that needs neither. */
export async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // inside of a dialog, which keeps the focus to itself
  (document.activeElement?.parentElement ?? document.body).append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (!done) throw new Error('the clipboard is closed');
}
