/** Opens and closes modals through the query. `ModalLink` is an anchor that works before hydration. */
import type { AnchorHTMLAttributes } from 'react'
import { type EntranceKind, entrancePaths } from '#contract/pages.ts'
import { useLocalePath, useNavigator, useLocation } from '../render/router.tsx'
import type { Navigator } from '../render/navigate.ts'
import type { ModalKey, ModalValue } from '../modals.ts'
import { withModal, withoutModal } from './modal-state.ts'

export type OpenOptions = {
  /** The modal this one replaces. */ instead?: ModalKey
  /** Further query values, such as an invoice id. */ query?: Record<string, string>
}

/** For code outside components: `openModal(navigator, 'deposit-error', 'true')`. */
export function openModal<K extends ModalKey>(
  navigator: Navigator,
  key: K,
  value: ModalValue<K> = 'true' as ModalValue<K>,
  { instead, query }: OpenOptions = {},
): void {
  let search = withModal(navigator.place.search, key, value, instead)
  if (query) search = withQuery(search, query)
  navigator.setSearch(search, { isModal: true, replace: instead !== undefined })
}

/**
 * Closes a modal by going back in history, so that "back" does not reopen it. For a modal in the initial URL, the entry
 * is replaced.
 */
export function closeModal(navigator: Navigator, key: ModalKey): void {
  const search = withoutModal(navigator.place.search, key)
  if (search === navigator.place.search) return
  if ((history.state as { before?: string } | null)?.before === search) goBack(navigator, key)
  else navigator.setSearch(search, { replace: true })
}

const backMs = 250

/**
 * Goes back to the entry before the modal. A page in a frame of the modal adds entries to the same history, which the
 * Navigation API can skip. Without that API, going back may reach one of them without an event, so a timer replaces the
 * entry.
 */
function goBack(navigator: Navigator, key: ModalKey): void {
  const replace = () => navigator.setSearch(withoutModal(navigator.place.search, key), { replace: true })
  // If it cannot go back, both promises are rejected.
  if ('navigation' in window) return void Promise.all(Object.values(navigation.back())).catch(replace)
  const timer = setTimeout(replace, backMs)
  addEventListener('popstate', () => clearTimeout(timer), { once: true })
  history.back()
}

export type ModalControl = {
  /** `open('wallet', 'deposit')`; `open('sign-up', 'true', { instead: 'sign-in' })`. */
  open: <K extends ModalKey>(key: K, value?: ModalValue<K>, how?: OpenOptions) => void
  close: (key: ModalKey) => void
}

export function useModal(): ModalControl {
  const navigator = useNavigator()
  return {
    open: (key, value, how) => openModal(navigator, key, value, how),
    close: (key) => closeModal(navigator, key),
  }
}

type ModalLinkProps<K extends ModalKey> = AnchorHTMLAttributes<HTMLAnchorElement> & {
  modal: K
  value?: ModalValue<K>
  instead?: ModalKey
  query?: Record<string, string>
}
export function ModalLink<K extends ModalKey>({ modal, value, instead, query, ...rest }: ModalLinkProps<K>) {
  const { page, search } = useLocation()
  const localized = useLocalePath()
  const withKey = withModal(search, modal, value ?? 'true', instead)
  const opened = query ? withQuery(withKey, query) : withKey
  // Until scripts run, sign-in and registration are separate pages.
  const plain: string | undefined = entrancePaths[modal as EntranceKind]
  return (
    <a
      href={plain ? localized(plain) : page.pathname + opened}
      data-modal={modal}
      data-search={plain && opened}
      data-replace={instead && ''}
      {...rest}
    />
  )
}

function withQuery(search: string, query: Record<string, string>): string {
  const all = new URLSearchParams(search)
  for (const [name, value] of Object.entries(query)) all.set(name, value)
  return `?${all}`
}
