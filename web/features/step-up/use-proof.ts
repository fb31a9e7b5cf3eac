/** Submits a proof and, on success, releases the waiting calls. */
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { RouteRequest } from '#contract/api.ts'
import { type ApiError, api } from '../../api/client.ts'
import { invalidate } from '../../api/use-api.ts'
import { useLabels } from '../../render/labels.tsx'
import { type CodeFault, codeFaultOf } from './code-fault.ts'
import { isDismissal } from '../../device/passkey.ts'
import { answerProof } from './step-up-store.ts'

export type ProofBody = RouteRequest<'POST /api/player/step-up'>['body']
export type Proof = {
  isBusy: boolean
  /** The server's error for the last proof. */
  fault: string | undefined
  /** Seconds until the app shows its next code, if the last one was already used. */
  nextCodeIn: number | undefined
  clearFault: () => void
  /** Submits a proof. `make` obtains it, and may fail or be cancelled. */
  submit: (make: () => Promise<ProofBody>) => Promise<void>
}

export function useProof(): Proof {
  const t = useLabels('security')
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<CodeFault | null>(null)
  const submit = async (make: () => Promise<ProofBody>) => {
    setBusy(true)
    setFault(null)
    try {
      await api('POST /api/player/step-up', { body: await make() })
      void invalidate(client, 'GET /api/player/step-up')
      answerProof(true)
    } catch (error) {
      // Another tab may have changed the methods since the dialog was opened.
      if ((error as ApiError).name === 'methodUnavailable') void invalidate(client, 'GET /api/player/step-up')
      else if (!isDismissal(error)) setFault(codeFaultOf(error as ApiError, t))
    }
    setBusy(false)
  }
  return {
    isBusy,
    fault: fault?.text,
    nextCodeIn: fault?.nextCodeIn,
    clearFault: () => setFault((last) => last && { ...last, text: undefined }),
    submit,
  }
}
