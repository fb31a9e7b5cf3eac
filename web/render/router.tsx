/** What components ask about where they are, and how they go elsewhere. */
import { type AnchorHTMLAttributes, createContext, use, useSyncExternalStore } from 'react'
import { localePath } from './match.ts'
import type { Navigator, Place } from './navigate.ts'
import type { Visitor } from './page.ts'

export const NavigatorContext = createContext<Navigator | null>(null)

export function useNavigator(): Navigator {
  const navigator = use(NavigatorContext)
  if (!navigator) throw new Error('no navigator: render inside <App>')
  return navigator
}

export function usePlace(): Place {
  const navigator = useNavigator()
  return useSyncExternalStore(navigator.subscribe, navigator.current, navigator.current)
}

/** The visitor: locale, country, features, whether signed in. */
export function useVisitor(): Visitor {
  const navigator = useNavigator()
  return useSyncExternalStore(
    navigator.subscribe,
    () => navigator.visitor,
    () => navigator.visitor,
  )
}

export function useParams(): Record<string, string> {
  return usePlace().page.params
}
export function useSearch(): URLSearchParams {
  return new URLSearchParams(usePlace().search)
}

/** Turns `/games/dice` into the path of the current locale. */
export function useLocalePath(): (path: string) => string {
  const { locale, locales } = useVisitor()
  return (path) => localePath(path, locale, locales)
}

/** `go('/favorites')`, in the current locale; `go(…, { replace: true })`. */
export function useGo(): (path: string, how?: { replace?: boolean; scroll?: 'top' | 'keep' }) => Promise<void> {
  const navigator = useNavigator()
  const localized = useLocalePath()
  return (path, how) => navigator.go(localized(path), how)
}

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }
/**
 * A plain anchor in the current locale: it works before hydration, and one listener on the
 * document turns it into a client-side navigation afterwards.
 */
export function Link({ to, ...rest }: LinkProps) {
  return <a href={useLocalePath()(to)} {...rest} />
}

/** As Link, marked as current on its own page, and on every page below `within`. */
export function NavLink({ to, within, ...rest }: LinkProps & { within?: string }) {
  const localized = useLocalePath()
  const href = localized(to)
  const { page } = usePlace()
  const isCurrent = page.pathname === href || (page.entry.isUnprefixed && localized(page.pathname) === href)
  const isWithin = within !== undefined && page.pathname.startsWith(`${localized(within)}/`)
  return <a href={href} aria-current={isCurrent ? 'page' : isWithin ? 'true' : undefined} {...rest} />
}
