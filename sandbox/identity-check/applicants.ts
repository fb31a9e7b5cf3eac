/** Applicants: created when the frame is first opened, decided there; every step is sent to the site. */
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
  /** Reopens or decides an applicant's case again, as a provider's staff can. */
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

  function begin(userId: string, levelName: string): Applicant {
    const made: Applicant = {
      id: randomUUID().replaceAll('-', '').slice(0, 24),
      externalUserId: userId,
      levelName,
      reviewStatus: 'init',
      reviewResult: null,
      reviewDate: null,
      intended: null,
      createdAt: stamp(),
    }
    store.change((state) => (state.applicants[userId] = made))
    notify('applicantCreated', made)
    return made
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
      createdAtMs: stamp(),
      clientId: 'fairhouse-sandbox',
    })
  }

  function move(applicant: Applicant, change: Partial<Applicant>, type: string): void {
    store.change(() => Object.assign(applicant, change))
    notify(type, applicant)
  }

  const review = (applicant: Applicant, decision: Decision) =>
    move(
      applicant,
      { reviewStatus: 'completed', reviewResult: { ...results[decision] }, reviewDate: stamp(), intended: null },
      'applicantReviewed',
    )

  // Pending decisions are made after a restart.
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
      const held = tokens.get(token)
      if (!held || held.until < Date.now()) return undefined
      return byUser(held.userId) ?? begin(held.userId, held.levelName)
    },
    byUser,
    review,
    submit(applicant, decision) {
      if (applicant.reviewStatus === 'pending' || applicant.reviewResult?.reviewRejectType === 'FINAL') return
      move(applicant, { reviewStatus: 'pending', reviewResult: null, intended: decision }, 'applicantPending')
      onTimer(() => review(applicant, decision), reviewMs)
    },
  }
}

/** `2026-11-21 13:23:19.111`, UTC, the provider's format. */
function stamp(): string {
  return new Date().toISOString().replace('T', ' ').replace('Z', '')
}
