/** Browsers leave what takes the keyboard's focus where it is while any of it shows; in a row that scrolls, most of it may lie beyond the edge. */
export function keepFocusInView(): void {
  document.addEventListener('focusin', ({ target }) => {
    // What only scripts focus, such as the page itself, is larger than a screen.
    if (target instanceof HTMLElement && target.tabIndex >= 0 && target.matches(':focus-visible'))
      target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
}
