/** Currencies and rates at the desk. */
import type * as contract from '#contract/desk/rates.ts'
import { ok, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import { currencies } from './currencies.ts'
import { rateAgesIn } from './measure-rates.ts'
import { rollBack } from './roll-back.ts'
import { acceptHeldRate, discardHeldRate, setRate } from './set-rate.ts'
import { switchCurrency } from './switch-currency.ts'
import { listVersions, readVersion } from './versions.ts'

const shownVersions = 50

export async function listRates(ctx: DeskCtx): Promise<Result<ReplyOf<typeof contract.listRates>>> {
  const { db, clock } = ctx
  const rates = (await readVersion(db.kysely, 'rates'))!.data
  const { enabled } = (await readVersion(db.kysely, 'currencies'))!.data
  const ages = await rateAgesIn(db.kysely, clock, Object.keys(rates))
  const held = await db.kysely.selectFrom('reference.held_rates').selectAll().execute()
  const now = clock.now().getTime()
  return ok(
    currencies.map(({ code, name, isBase }) => {
      const age = ages.find((each) => each.code === code)?.ageMs ?? Infinity
      const waiting = held.find(({ currency }) => currency === code)
      return {
        code,
        name,
        isBase,
        isEnabled: enabled.includes(code),
        rate: String(rates[code] ?? 1),
        confirmedAt: isBase || age === Infinity ? null : new Date(now - age).toISOString(),
        held: waiting
          ? { rate: String(Number(waiting.rate)), source: waiting.source, since: waiting.first_seen_at.toISOString() }
          : null,
      }
    }),
  )
}

const mostChange = ({ settings }: DeskCtx, isConfirmed: boolean) => (isConfirmed ? undefined : settings.rates.maxChange)

export async function setDeskRate(
  ctx: DeskCtx,
  { code, rate, isConfirmed, reason }: VerbInput<typeof contract.setRate>,
): Promise<Result<ReplyOf<typeof contract.setRate>, RefusalOf<typeof contract.setRate>>> {
  return explain(
    await setRate(ctx, { code, rate: Number(rate), comment: reason, maxChange: mostChange(ctx, isConfirmed) }),
  )
}

export async function decideHeldRate(
  ctx: DeskCtx,
  { code, decision, rate }: VerbInput<typeof contract.decideHeldRate>,
): Promise<Result<void, RefusalOf<typeof contract.decideHeldRate>>> {
  const decided =
    decision === 'accept' ? await acceptHeldRate(ctx, code, Number(rate)) : await discardHeldRate(ctx, code)
  return decided.ok ? ok() : decided
}

export async function setCurrency(
  ctx: DeskCtx,
  { code, isEnabled, reason }: VerbInput<typeof contract.setCurrency>,
): Promise<Result<ReplyOf<typeof contract.setCurrency>, RefusalOf<typeof contract.setCurrency>>> {
  return switchCurrency(ctx, { code, isEnabled, comment: reason })
}

export async function listRateVersions(
  { db }: DeskCtx,
  { subject }: VerbInput<typeof contract.listRateVersions>,
): Promise<Result<ReplyOf<typeof contract.listRateVersions>>> {
  const versions = await listVersions(db.kysely, subject, shownVersions)
  return ok(
    versions.map(({ version, at, actor, comment, data }) => ({ version, at: at.toISOString(), actor, comment, data })),
  )
}

export async function restoreRateVersion(
  ctx: DeskCtx,
  { subject, version, isConfirmed, reason }: VerbInput<typeof contract.restoreRateVersion>,
): Promise<Result<ReplyOf<typeof contract.restoreRateVersion>, RefusalOf<typeof contract.restoreRateVersion>>> {
  const maxChange = subject === 'rates' ? mostChange(ctx, isConfirmed) : undefined
  return explain(await rollBack(ctx, subject, { version, comment: reason, maxChange }))
}

/** The verb's message names only what moves. */
function explain<Value, Refusal extends string>(result: Result<Value, Refusal>): Result<Value, Refusal> {
  if (result.ok || result.refusal !== 'movesFar' || !result.message) return result
  return { ...result, message: `This would move ${result.message}. Confirm it if it is right.` }
}
