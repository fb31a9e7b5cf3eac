/** Browsers do not scroll a focused element that is partly visible; in a scrolling row most of it may be hidden. */
export function keepFocusInView(): void {
  document.addEventListener('focusin', ({ target }) => {
    // Elements focused by scripts, such as the page itself, are larger than a screen.
    if (target instanceof HTMLElement && target.tabIndex >= 0 && target.matches(':focus-visible'))
      target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
}
