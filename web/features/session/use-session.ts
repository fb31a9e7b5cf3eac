/** Whether someone is signed in, and who. */
import type { Profile } from '#contract/identity.ts'
import { useApi } from '../../api/use-api.ts'
import { useVisitor } from '../../render/router.tsx'

export type Session = { isSignedIn: boolean; profile: Profile | null }

export function useSession(): Session {
  const { isSignedIn } = useVisitor()
  const { data } = useApi('GET /api/player/profile', undefined, { enabled: isSignedIn })
  return { isSignedIn, profile: isSignedIn ? (data ?? null) : null }
}
