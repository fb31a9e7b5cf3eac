/** Returns the available social providers: those of the content that the server has enabled. */
import type { IconName } from '../../design/icon/icon.tsx'

type Listed = { id: string; label?: string; icon?: IconName }
/** `social` in `content/<locale>/global-components.json`. */
export type SocialContent = { socialAuth0Connections: Listed[]; socialDirectConnections: Listed[] }
export type SocialProvider = { id: string; name: string; icon: IconName; href: string }

const redirects = '/api/player/sessions/social'
/** Query keys dropped from the return path: the sign modals and an affiliate tag. */
const droppedKeys = ['sign-in', 'sign-up', 'stag']

export function providersOf(
  open: Array<{ id: number | string; name: string }>,
  content: Partial<SocialContent>,
  { pathname, search }: { pathname: string; search: string },
): SocialProvider[] {
  const state = JSON.stringify({ backRoute: backRouteOf(pathname, search) })
  const nameOf = (id: string) => open.find((provider) => provider.id === id)?.name
  const provider = ({ id, label, icon }: Listed, path: string, query: Record<string, string>): SocialProvider => ({
    id,
    name: label ?? nameOf(id) ?? id,
    icon: icon ?? 'user',
    href: `${redirects}/${path}/redirect?${new URLSearchParams({ state, ...query })}`,
  })
  const { socialAuth0Connections = [], socialDirectConnections = [] } = content
  return [
    ...(nameOf('auth0')
      ? socialAuth0Connections.map((listed) => provider(listed, 'auth0', { connection: listed.id }))
      : []),
    ...socialDirectConnections
      .filter(({ id }) => nameOf(id))
      .map((listed) => provider(listed, encodeURIComponent(listed.id), {})),
  ]
}

/** Adds the bonus code of the registration form to the link. */
export function withCode(href: string, bonusCode: string): string {
  const [path, search] = href.split('?') as [string, string]
  const query = new URLSearchParams(search)
  query.set('state', JSON.stringify({ ...(JSON.parse(query.get('state')!) as object), bonusCode }))
  return `${path}?${query}`
}

/** Returns the path to return to. Pages that complete a sign-in are replaced by the home page. */
export function backRouteOf(pathname: string, search: string): string {
  const prefix = /^(\/[a-z]{2}(?:-[A-Z]{2})?)?\/auth\//.exec(pathname)
  if (prefix) return prefix[1] ?? '/'
  const query = new URLSearchParams(search)
  for (const key of droppedKeys) query.delete(key)
  const text = query.toString()
  return pathname + (text && `?${text}`)
}
