/** Opens the provider's check in a frame and closes it after submission. */
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
/** Provider messages that mean documents were submitted or reviewed. */
const isSubmission = (type: string) =>
  /ApplicantSubmitted|ApplicantResubmitted|ApplicantStatusChanged|ApplicantReviewComplete/.test(type)

/** The poll interval while the frame is open, because the webhook arrives shortly after a submission. */
const pollMs = 2000

export function useCheck(
  { status, updatedAt }: IdentityCheck,
  container: string,
): { phase: Phase; fault: boolean; begin: () => void } {
  const client = useQueryClient()
  const locale = useLocale()
  const [phase, setPhase] = useState<Phase>('closed')
  const [fault, setFault] = useState(false)
  const removeFrame = useRef<(() => void) | null>(null)
  const close = useCallback(() => {
    removeFrame.current?.()
    removeFrame.current = null
    setPhase('closed')
  }, [])
  useApi(check, undefined, { refetchInterval: phase === 'open' ? pollMs : false })
  // After a submission or decision, the page's own status replaces the frame.
  const openedAt = useRef(updatedAt)
  useEffect(() => {
    if (phase === 'open' && status !== 'none' && updatedAt !== openedAt.current) close()
  }, [phase, status, updatedAt, close])
  useEffect(() => () => removeFrame.current?.(), [])

  const open = async () => {
    const { token, scriptUrl } = await api(auth)
    removeFrame.current = await launchCheck({
      scriptUrl,
      token,
      locale,
      container: `#${container}`,
      newToken: async () => (await api(auth)).token,
      onMessage: (type) => {
        if (isSubmission(type)) void invalidate(client, check)
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
