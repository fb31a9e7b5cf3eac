/**
 * The port of captchas, which make registrations, and sign-ins when there are too many, cost the browser some work. An
 * external service can implement the same port.
 */

/** Sent to the browser unchanged. */
export type CaptchaChallenge = { challenge: string; difficulty: number; expiresAt: Date }
/**
 * `place`: the address block of the request. `extraBits`: how much more work than usual; each bit doubles it.
 */
export type CaptchaRequest = { place: string; now: Date; extraBits?: number }

export type Captcha = {
  name: string
  challenge(request: CaptchaRequest): CaptchaChallenge
  /**
   * The solved challenge, for the caller to accept once; null if the answer is wrong, expired, too little work or from
   * another address block.
   */
  verify(answer: string, request: CaptchaRequest): Promise<{ id: string; expiresAt: Date } | null>
}
