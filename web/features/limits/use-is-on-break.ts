import { useApi } from '../../api/use-api.ts'
import { useVisitor } from '../../render/router.tsx'

/** True for a player in a cooling-off period or self-exclusion, who is offered neither games nor deposits. */
export function useIsOnBreak(): boolean {
  const { isSignedIn } = useVisitor()
  const { data: profile } = useApi('GET /api/player/profile', undefined, { enabled: isSignedIn })
  return isSignedIn && Boolean(profile?.exclusion)
}
