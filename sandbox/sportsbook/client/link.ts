/** A link to an inner route: a plain address, so that it can be opened in another tab or shared. */
import type { Store } from './store.ts'

export function linkTo(store: Store, path: string) {
  return {
    href: store.options.base + (path === '/' ? '' : path),
    onclick: (event: Event) => {
      const { metaKey, ctrlKey, shiftKey, altKey, button } = event as MouseEvent
      if (metaKey || ctrlKey || shiftKey || altKey || button !== 0) return
      event.preventDefault()
      event.stopPropagation()
      store.go(path)
    },
  }
}
