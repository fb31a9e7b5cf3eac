/** The port of identity check providers. Names, states and signatures of a vendor are internal to its adapter. */
import type { Result } from '#contract/endpoint.ts'

/**
 * `open`: known to the provider, nothing submitted. `retry`: refused, the player may try again; `rejected`: refused
 * permanently.
 */
export type ApplicantState = 'open' | 'pending' | 'approved' | 'retry' | 'rejected'

/** The provider's report on one player, from a webhook or a response. */
export type ApplicantReport = {
  /** The player's id in this product. */
  playerId: string
  applicantId: string | null
  state: ApplicantState
  /** The provider's message to the player. */
  comment: string | null
  /** By the provider's clock; null if the response does not contain it. */
  saidAt: Date | null
}

export type RawNotice = { rawBody: Buffer; header(name: string): string | undefined }
/** `report` is null for webhooks that do not concern a check's state. */
export type CheckNotice = { eventId: string; report: ApplicantReport | null }

export type CheckToken = { token: string; expiresAt: Date }
export type TokenRequest = { playerId: string; email: string | null; phone: string | null }

/** `unavailable`: no response, or a temporary error. `refused`: an invalid request or invalid keys. */
export type IdentityCheck = {
  /** Identifies the provider in the path of its webhooks. */
  name: string
  /** The script that the verification page loads, and the additional origins that it needs. */
  scriptUrl: string
  origins: { scripts: string[]; frames: string[] }
  openToken(request: TokenRequest): Promise<Result<CheckToken, 'unavailable' | 'refused'>>
  /** Null if the provider does not know the player. */
  readApplicant(playerId: string): Promise<Result<ApplicantReport | null, 'unavailable'>>
  /** Verifies the signature over the raw bytes, in constant time. */
  isGenuine(notice: RawNotice): boolean
  /** Parses a stored body; null if it is not understood. */
  readNotice(body: string): CheckNotice | null
}
