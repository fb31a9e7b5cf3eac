/**
 * Commit and reveal: the studio publishes the hash of the server seed, the player chooses the client seed, and every round uses
 * the next nonce. It uses WebCrypto, so that the server and any browser can compute the same round.
 */
import type { Act } from '#contract/rounds.ts'
import { type Draw, type GameMaths, isStepped } from './maths.ts'
import type { Choice, Outcome } from './slot-engine/outcome.ts'
import { outcomeOf, replay } from './stepped.ts'

const text = new TextEncoder()
const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** SHA-256 of the text in lower-case hex, as printed by `printf %s "$seed" | sha256sum`. */
export async function sha256Hex(value: string): Promise<string> {
  return hex(await crypto.subtle.digest('SHA-256', text.encode(value)))
}

/**
 * The random numbers of a round. Block n is HMAC-SHA256(key: server seed, `${clientSeed}:${nonce}:${n}`), with both seeds as text,
 * and is read as eight big-endian 32-bit words. Words from the last whole multiple of the bound on are skipped, so that every
 * number is equally likely.
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
  /** The player's actions, in a round of several steps. */
  acts?: readonly Act[]
}

/** Plays a round to its end. Throws RangeError if the acts are invalid or do not end the round. */
export async function playOut(
  maths: GameMaths,
  draw: Draw,
  { stake, choice, acts = [] }: Pick<RoundFacts, 'stake' | 'choice' | 'acts'>,
): Promise<Outcome> {
  if (isStepped(maths)) return outcomeOf(acts, await replay(maths, draw, { stake, choice, acts }))
  return maths.kind === 'slot' ? maths.play(draw, stake, null) : maths.play(draw, stake, choice)
}
