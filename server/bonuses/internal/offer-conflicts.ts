/** Rules between offers that are in force or will be; the message names the broken one. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import { readCurrent } from '../../kernel/definitions/definitions.ts'
import { type OfferDefinition, offerKind } from '../offer-kind.ts'

export async function offerConflict(
  db: Kysely<Tables>,
  { identity, data }: { identity: string; data: OfferDefinition },
): Promise<string | null> {
  const others = (await readCurrent(db, offerKind)).filter((other) => other.identity !== identity)
  const sameCode = others.find((other) => data.code !== undefined && other.data.code === data.code)
  if (sameCode) return `codeIsUnique: ${sameCode.identity} has the code ${data.code}`
  const otherWelcome = others.find(
    (other) =>
      isWelcome(data) && isWelcome(other.data) && (data.package === null || data.package.id !== other.data.package?.id),
  )
  return otherWelcome
    ? `oneWelcomeBonus: ${otherWelcome.identity} is for the first deposit and of another package`
    : null
}

/** For the first deposit, without a code. */
function isWelcome({ trigger, code, depositNumber }: OfferDefinition): boolean {
  return trigger === 'deposit' && code === undefined && depositNumber?.from === 1
}
