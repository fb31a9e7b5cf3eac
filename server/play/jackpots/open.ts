/** Opens a jackpot, with terms that never change; the house pays the first seeds. */
import { type JackpotLevel, jackpotLevels } from '#contract/jackpot-odds.ts'
import { checkTerms, type JackpotAmounts, type TermsFault } from '#contract/jackpot-terms.ts'
import { refuse, ok, type Result } from '#contract/endpoint.ts'
import type { Subunits } from '#contract/money.ts'
import type { LedgerDeps, Tx } from '../../deps.ts'
import { house, jackpotSeeded } from '../../ledger/index.ts'
import { findOpen } from './rows.ts'

/** All amounts in subunits. */
export type TermsOfJackpot = JackpotAmounts & { currency: string }
export type OpeningRefusal = TermsFault | 'isOpen'

/** Returns its id. */
export async function openJackpot(
  tx: Tx,
  { ledger, clock }: Pick<LedgerDeps, 'ledger' | 'clock'>,
  { currency, sideStake, levels }: TermsOfJackpot,
): Promise<Result<string, OpeningRefusal>> {
  const fault = checkTerms({ sideStake, levels })
  if (fault) return refuse(fault)
  if (await findOpen(tx, currency)) return refuse('isOpen')
  const { before } = await tx
    .selectFrom('jackpots.jackpots')
    .select(({ fn }) => fn.countAll<bigint>().as('before'))
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow()
  const id = `${currency.toLowerCase()}-${Number(before) + 1}`
  const of = (key: 'contribution' | 'seed' | 'cap') => jackpotLevels.map((level) => levels[level][key])
  await tx
    .insertInto('jackpots.jackpots')
    .values({
      id,
      currency,
      side_stake: sideStake,
      contributions: of('contribution'),
      seeds: of('seed'),
      caps: of('cap'),
      pots: of('seed'),
      opened_at: clock.now(),
    })
    .execute()
  const posted = await ledger.postIn(tx, {
    kind: jackpotSeeded.name,
    actor: 'jackpots',
    idempotencyKey: `opened:${id}`,
    requestHash: id,
    reference: { kind: 'jackpot', id },
    transfers: jackpotLevels.flatMap((level) => {
      const amount = levels[level].seed as Subunits
      const pot = potAccount(level, currency)
      return amount > 0n ? [{ from: reserveAccount(currency), to: pot, amount }] : []
    }),
  })
  if (!posted.ok) throw new Error(`the seeds of ${id} were refused: ${posted.refusal}`)
  return ok(id)
}

export const potAccount = (level: JackpotLevel, currency: string): string =>
  house(`jackpot-${level}`).of({ playerId: '', currency })
export const reserveAccount = (currency: string): string => house('jackpot-reserve').of({ playerId: '', currency })
export const sharesAccount = (currency: string): string => house('jackpot-shares').of({ playerId: '', currency })
