/** The states of a document. Operators make mistakes, so a decision and its reason can be changed. */
import { DocumentStatus } from '#contract/verification.ts'
import { documentDecided } from '../../../kernel/facts/kinds.ts'
import { machine } from '../../../kernel/machine.ts'

type DocumentState = keyof typeof DocumentStatus
const approved = { to: 'approved', by: ['operator'], announces: documentDecided } as const
const declined = { to: 'declined', by: ['operator'], announces: documentDecided } as const

export const documentStates = machine<DocumentState, 'approved' | 'declined'>('document', {
  pending: { approved, declined },
  approved: { declined },
  declined: { approved, declined },
})

export function documentState({ status }: { status: number }): DocumentState {
  const found = (Object.keys(DocumentStatus) as DocumentState[]).find((state) => DocumentStatus[state] === status)
  if (!found) throw new Error(`unknown document status ${status}`)
  return found
}
