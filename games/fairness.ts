/**
 * Commit and reveal: the studio shows the hash of its seed first, the player sets the other seed, and every round takes the next
 * nonce. Runs in the browser and on the server alike (WebCrypto), so that anyone can recompute any round.
 */
import type { Act } from '#contract/rounds.ts'
import { type Draw, type GameMaths, isStepped } from './maths.ts'
import type { Choice, Outcome } from './slot-engine/outcome.ts'
import { outcomeOf, replay } from './stepped.ts'

const text = new TextEncoder()
const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** SHA-256 of the text, lower-case hex: `printf %s "$seed" | sha256sum` gives the same. */
export async function sha256Hex(value: string): Promise<string> {
  return hex(await crypto.subtle.digest('SHA-256', text.encode(value)))
}

/**
 * The round's numbers: block n is HMAC-SHA256(key: server seed, `${clientSeed}:${nonce}:${n}`), both seeds as text, read as eight big-endian
 * 32-bit words. A word beyond the last whole multiple of the bound is skipped, so every number is equally likely.
 */
export async function openDraw(serverSeed: string, clientSeed: string, nonce: number): Promise<Draw> {
  const key = await crypto.subtle.importKey('raw', text.encode(serverSeed), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  let words: number[] = []
  let block = 0
  const nextWord = async () => {
    if (words.length === 0) {
      const digest = new DataView(
        await crypto.subtle.sign('HMAC', key, text.encode(`${clientSeed}:${nonce}:${block++}`)),
      )
      words = Array.from({ length: 8 }, (_, index) => digest.getUint32(index * 4))
    }
    return words.shift()!
  }
  return {
    async below(bound) {
      if (!Number.isInteger(bound) || bound < 1 || bound > 2 ** 32) throw new RangeError(`no draw below ${bound}`)
      const limit = 2 ** 32 - (2 ** 32 % bound)
      let word = await nextWord()
      while (word >= limit) word = await nextWord()
      return word % bound
    },
  }
}

export type RoundFacts = {
  game: string
  mathsVersion: string
  serverSeed: string
  clientSeed: string
  nonce: number
  /** Subunits. */ stake: number
  choice: Choice
  /** What the player did, in a round of several steps. */
  acts?: readonly Act[]
}

/** Plays a round to its end. Throws RangeError for acts that do not lead there. */
export async function playOut(
  maths: GameMaths,
  draw: Draw,
  { stake, choice, acts = [] }: Pick<RoundFacts, 'stake' | 'choice' | 'acts'>,
): Promise<Outcome> {
  if (isStepped(maths)) return outcomeOf(acts, await replay(maths, draw, { stake, choice, acts }))
  return maths.kind === 'slot' ? maths.play(draw, stake, null) : maths.play(draw, stake, choice)
}
