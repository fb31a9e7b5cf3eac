/** Switches at the desk. */
import type * as contract from '#contract/desk/games.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { isKnownCountry, readSwitches, switchOff, switchOn } from '../../reference/index.ts'
import { readFeatures } from './features.ts'

const mostFound = 20

export async function listSwitches(ctx: DeskCtx): Promise<Result<ReplyOf<typeof contract.listSwitches>>> {
  const [switches, features] = [await readSwitches(ctx.db.kysely), await readFeatures(ctx)]
  return ok(
    switches.map(({ name, country, reason, actor, at }) => ({
      name,
      title: features.get(name) ?? name,
      country: country || null,
      reason,
      actor,
      at: at.toISOString(),
    })),
  )
}

export async function findFeatures(
  ctx: DeskCtx,
  { text }: VerbInput<typeof contract.findFeatures>,
): Promise<Result<ReplyOf<typeof contract.findFeatures>>> {
  const part = text.trim().toLowerCase()
  const found = [...(await readFeatures(ctx))].filter(([name, title]) =>
    `${name} ${title}`.toLowerCase().includes(part),
  )
  return ok(found.slice(0, mostFound).map(([name, title]) => ({ name, title })))
}

export async function setSwitch(
  ctx: DeskCtx,
  { name, to, countries, reason }: VerbInput<typeof contract.setSwitch>,
): Promise<Result<ReplyOf<typeof contract.setSwitch>, RefusalOf<typeof contract.setSwitch>>> {
  // What is off can be switched on although it exists no more.
  if (to === 'off' && !(await readFeatures(ctx)).has(name)) return refuse('featureUnknown')
  if (!countries.every(isKnownCountry)) return refuse('countryUnknown')
  return (to === 'off' ? switchOff : switchOn)(ctx, { name, countries: [...new Set(countries)], reason })
}
