/** Applicants are created when the frame is first opened, and decided there; every step is sent to the site. */
import { randomUUID } from 'node:crypto'
import type { Applicant, Store } from '../state.ts'
import type { Webhooks } from './webhooks.ts'

export type Decision = 'approve' | 'retry' | 'reject'
export type Applicants = {
  openToken(userId: string, levelName: string, ttlSeconds: number): string
  /** The applicant of a token; undefined for an unknown or expired token. */
  byToken(token: string): Applicant | undefined
  byUser(userId: string): Applicant | undefined
  /** Submits the documents: pending at once, decided shortly after. A final rejection is permanent. */
  submit(applicant: Applicant, decision: Decision): void
  /** Decides an applicant's case again, as a provider's staff can. */
  review(applicant: Applicant, decision: Decision): void
}

type Parts = { store: Store; webhooks: Webhooks; reviewMs: number; onTimer(work: () => void, delayMs: number): void }

const results = {
  approve: { reviewAnswer: 'GREEN' },
  retry: {
    reviewAnswer: 'RED',
    reviewRejectType: 'RETRY',
    rejectLabels: ['UNSATISFACTORY_PHOTOS'],
    moderationComment: 'The photo of your document is blurred. Please take a new one in good light.',
    clientComment: 'Blurred photo',
  },
  reject: {
    reviewAnswer: 'RED',
    reviewRejectType: 'FINAL',
    rejectLabels: ['FORGERY'],
    moderationComment: 'We could not confirm your identity.',
    clientComment: 'Forged document',
  },
} as const

export function createApplicants({ store, webhooks, reviewMs, onTimer }: Parts): Applicants {
  const tokens = new Map<string, { userId: string; levelName: string; until: number }>()
  const byUser = (userId: string) => store.state.applicants[userId]

  function createApplicant(userId: string, levelName: string): Applicant {
    const applicant: Applicant = {
      id: randomUUID().replaceAll('-', '').slice(0, 24),
      externalUserId: userId,
      levelName,
      reviewStatus: 'init',
      reviewResult: null,
      reviewDate: null,
      intended: null,
      createdAt: timestamp(),
    }
    store.change((state) => (state.applicants[userId] = applicant))
    notify('applicantCreated', applicant)
    return applicant
  }

  function notify(type: string, applicant: Applicant): void {
    const { id, externalUserId, levelName, reviewStatus, reviewResult } = applicant
    webhooks.send({
      applicantId: id,
      inspectionId: `${id}-i`,
      applicantType: 'individual',
      correlationId: randomUUID(),
      levelName,
      sandboxMode: true,
      externalUserId,
      type,
      reviewStatus,
      ...(reviewResult && { reviewResult }),
      createdAtMs: timestamp(),
      clientId: 'fairhouse-sandbox',
    })
  }

  function update(applicant: Applicant, change: Partial<Applicant>, type: string): void {
    store.change(() => Object.assign(applicant, change))
    notify(type, applicant)
  }

  const review = (applicant: Applicant, decision: Decision) =>
    update(
      applicant,
      { reviewStatus: 'completed', reviewResult: { ...results[decision] }, reviewDate: timestamp(), intended: null },
      'applicantReviewed',
    )

  // Decisions that were pending when the sandbox stopped are made after its restart.
  for (const applicant of Object.values(store.state.applicants)) {
    const { intended } = applicant
    if (intended) onTimer(() => review(applicant, intended), reviewMs)
  }

  return {
    openToken(userId, levelName, ttlSeconds) {
      const token = `_act-sbx-${randomUUID()}`
      tokens.set(token, { userId, levelName, until: Date.now() + ttlSeconds * 1000 })
      return token
    },
    byToken(token) {
      const session = tokens.get(token)
      if (!session || session.until < Date.now()) return undefined
      return byUser(session.userId) ?? createApplicant(session.userId, session.levelName)
    },
    byUser,
    review,
    submit(applicant, decision) {
      if (applicant.reviewStatus === 'pending' || applicant.reviewResult?.reviewRejectType === 'FINAL') return
      update(applicant, { reviewStatus: 'pending', reviewResult: null, intended: decision }, 'applicantPending')
      onTimer(() => review(applicant, decision), reviewMs)
    },
  }
}

/** `2026-11-21 13:23:19.111`, UTC, the provider's format. */
function timestamp(): string {
  return new Date().toISOString().replace('T', ' ').replace('Z', '')
}
