/** Who books what a person decided of a flag, and under which key: one movement for each. */
import type { FlagDecision, FlagRow } from './flags.ts'

export function byOperator(
  { id }: Pick<FlagRow, 'id'>,
  decision: FlagDecision,
): { actor: string; idempotencyKey: string; requestHash: string } {
  return { actor: 'operator', idempotencyKey: `flag:${id}`, requestHash: decision }
}
