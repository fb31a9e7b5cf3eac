/** Search inputs, which update the results while the visitor types. */
import { useEffect, useRef } from 'react'
import { useLocalePath, useNavigator, useLocation } from '../render/router.tsx'

const pauseMs = 250

/**
 * `to` is the page with the results, `keep` are its other query parameters. On the page of a game only Enter navigates,
 * because leaving would close the game.
 */
export function useSearchInput(to: string, keep: Array<[name: string, value: string]> = []) {
  const navigator = useNavigator()
  const { search } = useLocation()
  const action = useLocalePath()(to)
  const ref = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const current = new URLSearchParams(search).get('search') ?? ''

  const sent = useRef(current)

  // The URL also changes by "back" or by another search input; the input must then show the new text.
  // If this input caused the change, it may already contain more text.
  useEffect(() => {
    if (ref.current && current !== sent.current) ref.current.value = current
    sent.current = current
  }, [current])
  useEffect(() => () => clearTimeout(timer.current), [search])

  const searchSoon = (text: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current = text
      const next = `?${new URLSearchParams([...keep, ['search', text]])}`
      if (location.pathname === action) navigator.setSearch(next, { replace: true })
      else if (text.trim() && !location.pathname.includes('/games/')) void navigator.go(action + next)
    }, pauseMs)
  }
  const input = {
    ref,
    type: 'search',
    name: 'search',
    defaultValue: current,
    autoComplete: 'off',
    enterKeyHint: 'search',
    maxLength: 100,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => searchSoon(event.currentTarget.value),
  } as const
  return { input, form: { role: 'search', action, method: 'get' } } as const
}

/** The key `/` moves the focus to the visible search input, or opens the lobby's if there is none. */
export function useSearchKey(): void {
  const navigator = useNavigator()
  const lobby = useLocalePath()('/?search=#search')
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event
      if (key !== '/' || ctrlKey || metaKey || altKey || defaultPrevented) return
      if (target instanceof Element && target.closest('input,textarea,select,[contenteditable],[role=dialog]')) return
      event.preventDefault()
      const inputs = [...document.querySelectorAll<HTMLInputElement>('[role=search] input[type=search]')]
      const visible = inputs.find((input) => input.checkVisibility())
      if (visible) visible.focus()
      else void navigator.go(lobby)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [navigator, lobby])
}
