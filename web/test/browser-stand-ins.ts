import { vi } from 'vitest';

/** Ant Design hides what is closed by a class, whose rule is not applied without style sheets. */
const closed = /(^|\s)ant-[\w-]+-hidden(\s|$)/;

const isHidden = (element: Element): boolean =>
  closed.test(element.getAttribute('class') ?? '') || element.hasAttribute('hidden') || (element as HTMLElement).style?.display === 'none';

/**
 * Computed styles without style sheets: what is hidden is known, and everything else has its initial value. The one of the DOM would look at
 * all rules of Ant Design for each element.
 */
function computedStyle(element: Element): CSSStyleDeclaration {
  const known: Record<string, string> = {
    display: isHidden(element) ? 'none' : 'block',
    visibility: 'visible',
    content: '',
    position: 'static',
  };
  const valueOf = (name: string): string => known[name] ?? (/padding|border|margin|width|height|size/i.test(name) ? '0px' : '');
  return new Proxy(known, {
    get: (_, name) => (name === 'getPropertyValue' ? valueOf : valueOf(String(name))),
  }) as unknown as CSSStyleDeclaration;
}

/** A live stream without messages. */
class SilentStream extends EventTarget {
  close(): void {
    return undefined;
  }
}

/** Replaces what a page needs of a browser and a DOM without layout lacks, until the stubs are removed. */
export function standInForBrowser(): void {
  vi.stubGlobal('EventSource', SilentStream);
  vi.stubGlobal('getComputedStyle', computedStyle);
  // Windowed lists draw the rows that the height of their frame holds.
  for (const [side, value] of Object.entries({ offsetHeight: 600, offsetWidth: 1200, clientHeight: 600, clientWidth: 1200 }))
    vi.spyOn(HTMLElement.prototype, side as 'offsetHeight', 'get').mockReturnValue(value);
}
