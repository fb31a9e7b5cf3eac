/** Opens the provider's check in its frame and closes it again once the papers are handed in. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { launchCheck } from '../../../features/verification/websdk.ts'
import { useLocale } from '../../../render/labels.tsx'
import type { IdentityCheck } from '../verification.tsx'

const auth = 'POST /api/player/services/sumsub/auth'
const check = 'GET /api/player/services/sumsub'

type Phase = 'closed' | 'opening' | 'open'
/** What of the provider's messages says that papers were handed in or judged. */
const isNews = (type: string) => /ApplicantSubmitted|ApplicantResubmitted|ApplicantStatusChanged|ApplicantReviewComplete/.test(type)

export function useCheck(status: IdentityCheck['status'], container: string): { phase: Phase; fault: boolean; begin: () => void } {
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
  // Handed in, or decided: the house's own words take the frame's place.
  useEffect(() => {
    if (status !== 'none' && status !== 'retry') close()
  }, [status, close])
  useEffect(() => () => takeAway.current?.(), [])

  const open = async () => {
    const { token, scriptUrl } = await api(auth)
    takeAway.current = await launchCheck({
      scriptUrl, token, locale, container: `#${container}`,
      newToken: async () => (await api(auth)).token,
      onMessage: (type) => {
        if (isNews(type)) void client.invalidateQueries({ queryKey: [check] })
      },
    })
    setPhase('open')
  }
  const begin = () => {
    setFault(false)
    setPhase('opening')
    open().catch(() => {
      close()
      setFault(true)
    })
  }
  return { phase, fault, begin }
}
