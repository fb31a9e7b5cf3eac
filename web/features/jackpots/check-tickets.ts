/** Recalculates the draws of a revealed seed pair. This chunk is loaded on demand. */
import { checkTicket, placeName } from '#contract/jackpot-odds.ts'
import type { TicketPair } from '#contract/jackpots.ts'
import { provideDigests } from '#contract/provide-digests.ts'
import { isDrawn, placeOf } from '#contract/seed-pair.ts'
import { api } from '../../api/client.ts'
import { isKnownKey } from '../fairness/check-draw.ts'

/** `wrong`: numbers of draws; 0 stands for the seed itself, and for a draw that is missing. */
export type TicketsVerdict = { count: number; wrong: number[] }

export async function checkTickets(
  { id, jackpotId, number, key: keyId, clientSeed, serverSeed, proof, nextNonce }: TicketPair,
  { playerId, currency }: { playerId: string; currency: string },
): Promise<TicketsVerdict> {
  await provideDigests()
  const wrong: number[] = []
  const key = (await api('GET /api/game/draw-keys')).find((each) => each.id === keyId)
  const place = await placeOf({ owner: playerId, game: placeName(jackpotId), number })
  const isSeedGood =
    key !== undefined &&
    serverSeed !== null &&
    proof !== null &&
    (await isKnownKey(keyId)) &&
    (await isDrawn({ key, place, clientSeed, proof, serverSeed }))
  if (!isSeedGood || serverSeed === null) return { count: 0, wrong: [0] }
  let before: string | undefined
  const nonces = new Set<number>()
  do {
    const page = await api('GET /api/game/jackpots/{currency}/tickets', {
      params: { currency },
      query: { pairId: id, ...(before && { before }) },
    })
    const terms = page.jackpots.find((each) => each.id === jackpotId)
    for (const { draw } of page.data) {
      if (!draw) continue
      if (nonces.has(draw.nonce)) wrong.push(draw.number)
      nonces.add(draw.nonce)
      if (!terms || !(await checkTicket({ serverSeed, clientSeed }, draw, terms))) wrong.push(draw.number)
    }
    before = page.next ?? undefined
  } while (before !== undefined)
  for (let nonce = 0; nonce < nextNonce; nonce++) if (!nonces.has(nonce)) wrong.push(0)
  return { count: nonces.size, wrong: [...new Set(wrong)] }
}
