/**
 * A captcha without an external service: the browser searches for a number whose hash together with the challenge
 * begins with `difficulty` zero bits. Challenges are signed, so that none is stored before it is solved; they expire
 * and are bound to an address block.
 */
import { createHash, createHmac } from 'node:crypto'
import { hasLeadingZeros } from '#contract/fields/proof-of-work.ts'
import { isSignedWithAny } from '../../kernel/secret.ts'
import type { Captcha, CaptchaRequest } from './port.ts'

const validMs = 10 * 60_000
const form = /^([\w-]{22})\.(\d{1,13})\.(\d{1,2})\.([\w-]{43}):(\d{1,16})$/

type Options = {
  key: string
  formerKeys?: readonly string[]
  difficulty: number
  randomBytes: (size: number) => Uint8Array
}

export function createProofOfWork({ key, formerKeys = [], difficulty, randomBytes }: Options): Captcha {
  const sign = (by: string, nonce: string, expires: string, bits: string, place: string) =>
    createHmac('sha256', by).update([nonce, expires, bits, place].join(' ')).digest()
  return {
    name: 'proof-of-work',
    challenge({ place, now, extraBits = 0 }: CaptchaRequest) {
      const required = difficulty + extraBits
      const expiresAt = new Date(now.getTime() + validMs)
      const [nonce, expires, bits] = [
        Buffer.from(randomBytes(16)).toString('base64url'),
        String(expiresAt.getTime()),
        String(required),
      ]
      const signature = sign(key, nonce, expires, bits, place).toString('base64url')
      return { challenge: [nonce, expires, bits, signature].join('.'), difficulty: required, expiresAt }
    },
    async verify(answer, { place, now, extraBits = 0 }) {
      const [, nonce, expires, bits, signature] = form.exec(answer) ?? []
      if (!nonce || !expires || !bits || !signature) return null
      // The required work may have increased by one step while the browser solved the challenge.
      if (Number(bits) < difficulty + Math.max(0, extraBits - 1)) return null
      const received = Buffer.from(signature, 'base64url')
      if (!isSignedWithAny([key, ...formerKeys], received, (by) => sign(by, nonce, expires, bits, place))) return null
      const expiresAt = new Date(Number(expires))
      if (expiresAt <= now) return null
      if (!hasLeadingZeros(createHash('sha256').update(answer).digest(), Number(bits))) return null
      return { id: nonce, expiresAt }
    },
  }
}
