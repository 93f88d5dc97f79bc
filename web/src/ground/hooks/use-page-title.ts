import { useEffect } from 'react';

/** The product's name as the browser tab shows it after the page's title. */
export const productTitle = 'DOC';

/** Shows a title in the browser tab: "Home - DOC". */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} - ${productTitle}`;
  }, [title]);
}
