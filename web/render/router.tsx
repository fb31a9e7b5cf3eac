/** Location and navigation for components. */
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

/** `go('/favorites')`, in the current locale; `go(…, { replace: true })`. */
export function useGo(): (path: string, how?: { replace?: boolean; scroll?: 'top' | 'keep' }) => Promise<void> {
  const navigator = useNavigator()
  const localized = useLocalePath()
  return (path, how) => navigator.go(localized(path), how)
}

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }
/**
 * A plain anchor in the current locale: works before
 * document makes it a client-side navigation.
 */
export function Link({ to, ...rest }: LinkProps) {
  return <a href={useLocalePath()(to)} {...rest} />
}

/** As Link, marked current on its own page and on all pages below `within`. */
export function NavLink({ to, within, ...rest }: LinkProps & { within?: string | undefined }) {
  const localized = useLocalePath()
  const href = localized(to)
  const { page } = useLocation()
  const isCurrent = page.pathname === href || (page.entry.isUnprefixed && localized(page.pathname) === href)
  const isWithin = within !== undefined && page.pathname.startsWith(`${localized(within)}/`)
  return <a href={href} aria-current={isCurrent ? 'page' : isWithin ? 'true' : undefined} {...rest} />
}
