/** Opens the provider's check in its frame and closes it again once the papers are handed in. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { invalidate, useApi } from '../../../api/use-api.ts'
import { launchCheck } from '../../../features/verification/websdk.ts'
import { useLocale } from '../../../render/labels.tsx'
import type { IdentityCheck } from '../verification.tsx'

const auth = 'POST /api/player/services/sumsub/auth'
const check = 'GET /api/player/services/sumsub'

type Phase = 'closed' | 'opening' | 'open'
/** What of the provider's messages says that papers were handed in or judged. */
const isNews = (type: string) =>
  /ApplicantSubmitted|ApplicantResubmitted|ApplicantStatusChanged|ApplicantReviewComplete/.test(type)

/** While the frame is open: what is handed in there reaches the house by a notice of its own, a moment later. */
const lookAgainMs = 2000

export function useCheck(
  { status, updatedAt }: IdentityCheck,
  container: string,
): { phase: Phase; fault: boolean; begin: () => void } {
  const client = useQueryClient()
  const locale = useLocale()
  const [phase, setPhase] = useState<Phase>('closed')
  const [fault, setFault] = useState(false)
  const takeAway = useRef<(() => void) | null>(null)
  const close = useCallback(() => {
    takeAway.current?.()
    takeAway.current = null
    setPhase('closed')
  }, [])
  useApi(check, undefined, { refetchInterval: phase === 'open' ? lookAgainMs : false })
  // Handed in, or decided: the house's own words take the frame's place.
  const openedAt = useRef(updatedAt)
  useEffect(() => {
    if (phase === 'open' && status !== 'none' && updatedAt !== openedAt.current) close()
  }, [phase, status, updatedAt, close])
  useEffect(() => () => takeAway.current?.(), [])

  const open = async () => {
    const { token, scriptUrl } = await api(auth)
    takeAway.current = await launchCheck({
      scriptUrl,
      token,
      locale,
      container: `#${container}`,
      newToken: async () => (await api(auth)).token,
      onMessage: (type) => {
        if (isNews(type)) void invalidate(client, check)
      },
    })
    setPhase('open')
  }
  const begin = () => {
    setFault(false)
    openedAt.current = updatedAt
    setPhase('opening')
    open().catch(() => {
      close()
      setFault(true)
    })
  }
  return { phase, fault, begin }
}
