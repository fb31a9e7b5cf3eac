/** A panel closes once the focus is elsewhere than in it and on its button: it would cover what has the focus instead. */
export function closeLeftPanels(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    for (const panel of document.querySelectorAll<HTMLElement>('[popover=auto]:popover-open'))
      if (!panel.contains(target) && target.getAttribute('popovertarget') !== panel.id) panel.hidePopover()
  })
}
