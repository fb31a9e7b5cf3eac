/** Facts: what happened, written once in the transaction that makes it true, for current and later consumers. */
import { z } from 'zod'
import type { Subunits } from '#contract/money.ts'
import type { Tx } from '../db/connect.ts'

export type Fact<Kind extends string = string, Data extends z.ZodType = z.ZodType> = {
  kind: Kind
  /** What `subject` identifies: an invoice, a bonus, a session, … */
  subject: string
  data: Data
}
export type FactData<F extends Fact> = z.output<F['data']>
/** A fact as its consumers receive it. */
export type Recorded<F extends Fact = Fact> = {
  id: bigint
  player: string | null
  subject: string
  data: FactData<F>
  at: Date
}

/** An amount of subunits inside a fact. JSON cannot represent every bigint, so it is stored as text. */
export const FactAmount = z.codec(z.string().regex(/^-?\d+$/), z.bigint(), {
  decode: (text) => BigInt(text) as Subunits,
  encode: String,
})

/** Declares a kind. The data contain ids, amounts and statuses, never personally identifying data. */
export function fact<Kind extends string, Data extends z.ZodType>(
  kind: Kind,
  { subject, data }: { subject: string; data: Data },
): Fact<Kind, Data> {
  return { kind, subject, data }
}

/** Records a fact: consumers see it if and only if the transaction commits. */
export async function record<F extends Fact>(
  tx: Tx,
  { kind, data: schema }: F,
  { player, subject, data }: { player: string | null; subject: string; data: FactData<F> },
): Promise<void> {
  await tx
    .insertInto('facts.facts')
    .values({ kind, player_id: player, subject, data: JSON.stringify(z.encode(schema, data)) })
    .execute()
}
