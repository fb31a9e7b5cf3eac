/** A panel closes once the focus has left it and its button: it would cover what has the focus instead. */
export function closeLeftPanels(): void {
  document.addEventListener('focusin', ({ target, relatedTarget }) => {
    if (!(target instanceof Element) || !(relatedTarget instanceof Element)) return
    const left = relatedTarget.closest<HTMLElement>('[popover=auto]') ?? panelOf(relatedTarget)
    if (left?.matches(':popover-open') && !left.contains(target) && panelOf(target) !== left) left.hidePopover()
  })
}

const panelOf = (element: Element): HTMLElement | null =>
  document.getElementById(element.getAttribute('popovertarget') ?? '')
