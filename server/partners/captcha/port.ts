/** What is asked of a check that a registration comes from a browser. One that an outside party runs implements the same port. */

/** Handed to the browser as it is. */
export type CaptchaChallenge = { challenge: string; difficulty: number; expiresAt: Date }
/** `place`: the block of addresses that the request comes from. */
export type CaptchaRequest = { place: string; now: Date }

export type Captcha = {
  name: string
  challenge(request: CaptchaRequest): CaptchaChallenge
  /** The challenge that was solved, for the caller to accept once; null where the answer is wrong, expired or from another place. */
  verify(answer: string, request: CaptchaRequest): Promise<{ id: string; expiresAt: Date } | null>
}
