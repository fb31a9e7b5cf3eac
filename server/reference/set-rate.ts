/** An operator sets a rate by hand, or decides about one that is held because it moved too far. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { KernelDeps, Tx } from '../deps.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit.ts'
import { baseCurrency, findCurrency } from './currencies.ts'
import { farMoves } from './far-moves.ts'
import { Rate } from './internal/subjects.ts'
import { addVersion, lockSubject, readVersion } from './versions.ts'

type Needs = KernelDeps & { actor: OperatorActor }

/** `maxChange`: a rate that moves further is refused as a probable typing error; without it any rate is set. */
export async function setRate(
  needs: Needs,
  { code, rate, comment, maxChange }: { code: string; rate: number; comment: string; maxChange?: number | undefined },
): Promise<Result<{ version: number }, 'currencyUnknown' | 'isBase' | 'rateInvalid' | 'movesFar'>> {
  if (!findCurrency(code)) return refuse('currencyUnknown')
  if (code === baseCurrency) return refuse('isBase')
  if (!Rate.safeParse(rate).success) return refuse('rateInvalid')
  return needs.db.transaction(async (tx) => {
    await lockSubject(tx, 'rates')
    const { data } = (await readVersion(tx, 'rates'))!
    const far = farMoves(data, { [code]: rate }, maxChange)
    if (far !== null) return refuse('movesFar', { message: far })
    return ok({ version: await put(tx, needs, { code, rate, comment }) })
  })
}

type Accepted = Result<{ version: number; rate: number }, 'nothingHeld' | 'anotherIsHeld'>

/** `seen`: the rate that the operator has checked; the source may have reported another one since. */
export async function acceptHeldRate(needs: Needs, code: string, seen?: number): Promise<Accepted> {
  return needs.db.transaction(async (tx): Promise<Accepted> => {
    await lockSubject(tx, 'rates')
    const held = await takeHeld(tx, code)
    if (!held) return refuse('nothingHeld')
    const rate = Number(held.rate)
    if (seen !== undefined && seen !== rate) return refuse('anotherIsHeld', { message: String(rate) })
    const comment = `accepted from ${held.source}`
    return ok({ rate, version: await put(tx, needs, { code, rate, comment }) })
  })
}

/** Keeps the current rate. If the source still reports the other one at its next check, that is held again. */
export async function discardHeldRate(needs: Needs, code: string): Promise<Result<{ rate: number }, 'nothingHeld'>> {
  return needs.db.transaction(async (tx) => {
    await lockSubject(tx, 'rates')
    const held = await takeHeld(tx, code)
    if (!held) return refuse('nothingHeld')
    const rate = Number(held.rate)
    await audit(tx, needs, {
      action: 'rate-discarded',
      playerId: null,
      before: { waiting: rate },
      after: { waiting: null },
      detail: { currency: code, rate },
    })
    return ok({ rate })
  })
}

async function put(
  tx: Tx,
  needs: Needs,
  { code, rate, comment }: { code: string; rate: number; comment: string },
): Promise<number> {
  await lockSubject(tx, 'rates')
  await takeHeld(tx, code)
  const { data } = (await readVersion(tx, 'rates'))!
  const next = { data: { ...data, [code]: rate }, comment: `${code}: ${comment}`, confirmed: [code] }
  return addVersion(tx, needs, 'rates', next)
}

function takeHeld(tx: Tx, code: string) {
  return tx.deleteFrom('reference.held_rates').where('currency', '=', code).returningAll().executeTakeFirst()
}
