/** Closes a panel when the focus leaves it and its button, because it could cover the focused element. */
export function closeLeftPanels(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    for (const panel of document.querySelectorAll<HTMLElement>('[popover=auto]:popover-open'))
      if (!panel.contains(target) && target.getAttribute('popovertarget') !== panel.id) panel.hidePopover()
  })
}
