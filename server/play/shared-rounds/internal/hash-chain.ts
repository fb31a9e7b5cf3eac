/**
 * Chains of hashes: made forwards from a secret, published by their last hash, played backwards. Stored as one hash out
 * of every few thousand; the others are calculated from the nearest one before.
 */
import { createHmac, hash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { topBits } from '#games/shared.ts'

export type MadeChain = { length: number; lastHash: string; every: number; checkpoints: Buffer }

const every = 4_096
const digestBytes = 32

/** Ten million take some seconds, in which the process continues with other work. */
export async function makeChain(length: number, secret: Uint8Array): Promise<MadeChain> {
  const checkpoints = Buffer.alloc(Math.ceil(length / every) * digestBytes)
  let link = Buffer.from(secret).toString('hex')
  for (let index = 0; index < length; index++) {
    if (index % every === 0) {
      checkpoints.write(link, (index / every) * digestBytes, 'hex')
      await breathe()
    }
    link = hash('sha256', link)
  }
  return { length, lastHash: link, every, checkpoints }
}

/** Where the hash of a place (from 1) is calculated from: the checkpoint's index, and how many steps further. */
export function placeIn({ length, every: step }: Pick<MadeChain, 'length' | 'every'>, place: number) {
  const index = length - place
  return { checkpoint: Math.floor(index / step), steps: index % step }
}

/** All hashes from a checkpoint to the one so many steps further. */
export function linksFrom(checkpoint: Buffer, steps: number): string[] {
  const links = [checkpoint.toString('hex')]
  while (links.length <= steps) links.push(hash('sha256', links.at(-1)!))
  return links
}

export function drawOf(salt: string, gameHash: string): bigint {
  return topBits(createHmac('sha256', salt).update(gameHash).digest('hex'))
}
