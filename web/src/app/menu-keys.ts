/** Lets the arrow keys go from a button into the menu it has opened: the menus of the toolkit take them only after Tab. */
export function listenForMenuKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    if (!(event.target instanceof Element) || !event.target.closest('.ant-dropdown-open')) return;
    const [menu] = document.querySelectorAll('.ant-dropdown:not(.ant-dropdown-hidden) [role=menu]');
    const items = [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]:not([aria-disabled=true])') ?? [])];
    const item = event.key === 'ArrowDown' ? items[0] : items.at(-1);
    if (item === undefined) return;
    event.preventDefault();
    item.focus();
  });
}
