/** Scrolls a focused element into view. Browsers do not, if a small part of it is already visible. */
export function keepFocusInView(): void {
  document.addEventListener('focusin', ({ target }) => {
    // Elements that only scripts focus, such as the main element, may be larger than the screen.
    if (target instanceof HTMLElement && target.tabIndex >= 0 && target.matches(':focus-visible'))
      target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
}
