/** The state of a queue, asked for every few seconds, and the claim of whoever has a case open. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Claim, ClaimKind, QueueState } from '#contract/desk/queue.ts'
import { call } from '../api.ts'

export const refreshEveryMs = 5_000
const renewEveryMs = 60_000

export type QueueName = keyof typeof states
const states = {
  withdrawals: () => call('GET /api/queues/withdrawals'),
  flags: () => call('GET /api/queues/flags'),
  documents: () => call('GET /api/queues/documents'),
  conversations: () => call('GET /api/queues/conversations'),
  complaints: () => call('GET /api/queues/complaints'),
  messages: () => call('GET /api/queues/messages'),
  markers: () => call('GET /api/queues/markers'),
  households: () => call('GET /api/queues/households'),
}

export function useQueueState(name: QueueName) {
  return useQuery<QueueState>({
    queryKey: ['queue', name],
    queryFn: states[name],
    refetchInterval: refreshEveryMs,
  })
}

/** Shows the others that one is looking at it, while the page is open. The answer names who already does. */
export function useClaim(kind: ClaimKind, id: string, isWaiting: boolean): Claim | undefined {
  const [claim, setClaim] = useState<Claim>()
  useEffect(() => {
    if (!isWaiting) return
    let isOpen = true
    const renew = async () => {
      if (document.hidden) return
      // Without an answer nobody is named, and the case can be decided nevertheless.
      const answer = await call('POST /api/claims', { body: { kind, id } }).catch(() => undefined)
      if (isOpen) setClaim(answer)
    }
    void renew()
    const timer = setInterval(() => void renew(), renewEveryMs)
    return () => {
      isOpen = false
      clearInterval(timer)
      void call('DELETE /api/claims/{kind}/{id}', { params: { kind, id } }).catch(() => undefined)
    }
  }, [kind, id, isWaiting])
  return claim
}
