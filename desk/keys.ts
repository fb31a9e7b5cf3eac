/** Keys that work on every page: to find anything, to go to a page, and to show the keys. */
import { useLayoutEffect, useRef } from 'react'
import { isCommand } from './use-shortcuts.ts'

/** After `G`: the letter of each page that has one. */
export const pageKeys: Record<string, string> = {
  h: '/',
  w: '/withdrawals',
  f: '/flagged',
  p: '/payments',
  d: '/documents',
  c: '/chat',
  m: '/messages',
  n: '/markers',
  o: '/open-rounds',
  s: '/switches',
  r: '/reports',
  q: '/requests',
  b: '/books',
  t: '/content',
  l: '/collections',
  e: '/definitions/rewards',
  u: '/people',
  a: '/acts',
  x: '/alarms',
}

const waitMs = 1_500

type Acts = { find: () => void; help: () => void; goTo: (path: string) => void }

export function useKeys(acts: Acts): void {
  const latest = useRef(acts)
  useLayoutEffect(() => {
    latest.current = acts
  })
  useLayoutEffect(() => {
    let goUntil = 0
    // Before other listeners: a letter after G is not also a key of the page.
    const press = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase()
      const act = () => {
        if ((event.metaKey || event.ctrlKey) && key === 'k') return latest.current.find
        if (!isCommand(event)) return null
        const path = performance.now() < goUntil ? pageKeys[key] : undefined
        goUntil = 0
        if (path) return () => latest.current.goTo(path)
        if (key === 'g')
          return () => {
            goUntil = performance.now() + waitMs
          }
        return key === '/' ? latest.current.find : key === '?' ? latest.current.help : null
      }
      const chosen = act()
      if (!chosen) return
      event.preventDefault()
      event.stopImmediatePropagation()
      chosen()
    }
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [])
}
