/** Submits a proof and, on success, releases the waiting calls. */
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { RouteRequest } from '#contract/api.ts'
import { type ApiError, api } from '../../api/client.ts'
import { invalidate } from '../../api/use-api.ts'
import { useLabels } from '../../render/labels.tsx'
import { isDismissal } from './passkey.ts'
import { answerProof } from './step-up-store.ts'

export type ProofBody = RouteRequest<'POST /api/player/step-up'>['body']
export type Proof = {
  isBusy: boolean
  /** The server's error for the last proof. */
  fault: string | undefined
  forgive: () => void
  /** `make` obtains the proof and may fail or be cancelled. */
  give: (make: () => Promise<ProofBody>) => Promise<void>
}

export function useProof(): Proof {
  const t = useLabels('security')
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | undefined>()
  const give = async (make: () => Promise<ProofBody>) => {
    setBusy(true)
    setFault(undefined)
    try {
      await api('POST /api/player/step-up', { body: await make() })
      void invalidate(client, 'GET /api/player/step-up')
      answerProof(true)
    } catch (error) {
      const { name, message, fields } = error as ApiError
      if (!isDismissal(error))
        setFault(
          name === 'proofWrong'
            ? (fields.proof?.[0] ?? message)
            : name === 'tooManyAttempts'
              ? message
              : t('somethingWrong'),
        )
    }
    setBusy(false)
  }
  return { isBusy, fault, forgive: () => setFault(undefined), give }
}
