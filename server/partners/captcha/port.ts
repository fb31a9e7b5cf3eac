/**
 * The port of captchas, which check that a registration comes from a browser. An external service implements the same
 * port.
 */

/** Sent to the browser unchanged. */
export type CaptchaChallenge = { challenge: string; difficulty: number; expiresAt: Date }
/** `place`: the address block of the request. */
export type CaptchaRequest = { place: string; now: Date }

export type Captcha = {
  name: string
  challenge(request: CaptchaRequest): CaptchaChallenge
  /**
   * The solved challenge, for the caller to accept once; null if the answer is wrong, expired or from another address
   * block.
   */
  verify(answer: string, request: CaptchaRequest): Promise<{ id: string; expiresAt: Date } | null>
}
