/** Switches a currency on or off. Players keep their money in it, which is credited, settled and paid out as before. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { KernelDeps } from '../deps.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { baseCurrency, findCurrency } from './currencies.ts'
import { addVersion, isRepeatedVersion, lockSubject, readVersion } from './versions.ts'

type Needs = KernelDeps & { actor: OperatorActor }
type Switch = { code: string; isEnabled: boolean; comment: string }

export async function switchCurrency(
  needs: Needs,
  { code, isEnabled, comment }: Switch,
): Promise<Result<{ version: number }, 'currencyUnknown' | 'isBase' | 'noChange'>> {
  if (!findCurrency(code)) return refuse('currencyUnknown')
  if (code === baseCurrency && !isEnabled) return refuse('isBase')
  return needs.db.transaction(async (tx) => {
    await lockSubject(tx, 'currencies')
    const last = (await readVersion(tx, 'currencies'))!
    const { enabled } = last.data
    if (enabled.includes(code) === isEnabled)
      return isRepeatedVersion(last, { ...needs, comment }) ? ok({ version: last.version }) : refuse('noChange')
    const data = { enabled: isEnabled ? [...enabled, code] : enabled.filter((each) => each !== code) }
    return ok({ version: await addVersion(tx, needs, 'currencies', { data, comment }) })
  })
}
