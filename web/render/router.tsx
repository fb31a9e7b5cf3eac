/** Hooks and components for location and navigation. */
import { type AnchorHTMLAttributes, createContext, use, useSyncExternalStore } from 'react'
import type { Visitor } from '#contract/pages.ts'
import { localePath } from './match.ts'
import type { Navigator, PageLocation } from './navigate.ts'

export const NavigatorContext = createContext<Navigator | null>(null)

export function useNavigator(): Navigator {
  const navigator = use(NavigatorContext)
  if (!navigator) throw new Error('no navigator: render inside <App>')
  return navigator
}

export function useLocation(): PageLocation {
  const navigator = useNavigator()
  return useSyncExternalStore(navigator.subscribe, navigator.current, () => navigator.initial)
}

/** Returns the visitor: locale, country, features, whether signed in. */
export function useVisitor(): Visitor {
  const navigator = useNavigator()
  return useSyncExternalStore(
    navigator.subscribe,
    () => navigator.visitor,
    () => navigator.visitor,
  )
}

export function useParams(): Record<string, string> {
  return useLocation().page.params
}
export function useSearch(): URLSearchParams {
  return new URLSearchParams(useLocation().search)
}

/** Converts `/games/dice` to the current locale's path. */
export function useLocalePath(): (path: string) => string {
  const { locale, locales } = useVisitor()
  return (path) => localePath(path, locale, locales)
}

/** Returns a function that navigates to a path in the current locale. */
export function useGo(): (path: string, options?: { replace?: boolean; scroll?: 'top' | 'keep' }) => Promise<void> {
  const navigator = useNavigator()
  const localized = useLocalePath()
  return (path, options) => navigator.go(localized(path), options)
}

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }
/** A plain anchor in the current locale. It works without scripts; listenToLinks makes it a client-side navigation. */
export function Link({ to, ...rest }: LinkProps) {
  return <a href={useLocalePath()(to)} {...rest} />
}

/** A Link that is marked as current on its own page and on all pages below `within`. */
export function NavLink({ to, within, ...rest }: LinkProps & { within?: string | undefined }) {
  const localized = useLocalePath()
  const href = localized(to)
  const { page } = useLocation()
  const isCurrent = page.pathname === href || (page.entry.isUnprefixed && localized(page.pathname) === href)
  const isWithin = within !== undefined && page.pathname.startsWith(`${localized(within)}/`)
  return <a href={href} aria-current={isCurrent ? 'page' : isWithin ? 'true' : undefined} {...rest} />
}
