// Arrow keys on a grid of buttons: the tab key reaches one of them, and the arrows move between them.

/**
 * `columns` in the order of the page; in a right-to-left page the arrows move in the direction that they point to on
 * screen.
 */
export function gridKeys(container: HTMLElement, buttons: () => readonly HTMLButtonElement[], columns: () => number) {
  const focus = (button: HTMLButtonElement) => {
    buttons().forEach((each) => (each.tabIndex = each === button ? 0 : -1))
    button.focus()
  }
  container.addEventListener('keydown', (event) => {
    const all = buttons()
    const at = all.indexOf(event.target as HTMLButtonElement)
    if (at < 0) return
    const ahead = getComputedStyle(container).direction === 'rtl' ? -1 : 1
    const steps: Record<string, number> = {
      ArrowRight: ahead,
      ArrowLeft: -ahead,
      ArrowDown: columns(),
      ArrowUp: -columns(),
    }
    const step = steps[event.key]
    if (step === undefined) return
    // Elsewhere the arrows change the stake; the page ignores events that are prevented.
    event.preventDefault()
    const to = all[at + step]
    if (to) focus(to)
  })
  container.addEventListener('focusin', (event) => {
    const all = buttons()
    if (all.includes(event.target as HTMLButtonElement))
      all.forEach((each) => (each.tabIndex = each === event.target ? 0 : -1))
  })
}
