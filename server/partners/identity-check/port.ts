/** What the house asks of a provider that checks who players are. Adapters own names, states and signatures. */
import type { Result } from '#contract/endpoint.ts'

/** `open`: known to the provider, nothing handed in. `retry`: refused, may try again; `rejected`: refused for good. */
export type ApplicantState = 'open' | 'pending' | 'approved' | 'retry' | 'rejected'

/** The provider's word on one player, whether it came as a notice or as an answer. */
export type ApplicantReport = {
  /** The house's own id of the player. */
  playerId: string
  applicantId: string | null
  state: ApplicantState
  /** Words that the provider means for the player. */
  comment: string | null
  /** By the provider's clock; null where the answer does not say. */
  saidAt: Date | null
}

export type RawNotice = { rawBody: Buffer; header(name: string): string | undefined }
/** `report` is null for notices that do not speak of a check's state. */
export type CheckNotice = { eventId: string; report: ApplicantReport | null }

export type CheckToken = { token: string; expiresAt: Date }
export type TokenRequest = { playerId: string; email: string | null; phone: string | null }

/** `unavailable`: no answer, or one that says "not now". `refused`: asked wrongly, or with keys that do not fit. */
export type IdentityCheck = {
  /** Names the provider in the path of its notices. */
  name: string
  /** What the page that shows the check loads, and which origins that needs beyond the house's own. */
  scriptUrl: string
  origins: { scripts: string[]; frames: string[] }
  openToken(request: TokenRequest): Promise<Result<CheckToken, 'unavailable' | 'refused'>>
  /** Null where the provider knows no such player. */
  readApplicant(playerId: string): Promise<Result<ApplicantReport | null, 'unavailable'>>
  /** Verifies the signature over the raw bytes, in constant time. */
  isGenuine(notice: RawNotice): boolean
  /** Reads a stored body; null where it cannot be understood. */
  readNotice(body: string): CheckNotice | null
}
