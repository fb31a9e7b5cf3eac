/** Actor and idempotency key of the movement that an operator's decision posts. */
import type { FlagDecision, FlagRow } from './flags.ts'

export function byOperator(
  { id }: Pick<FlagRow, 'id'>,
  decision: FlagDecision,
): { actor: string; idempotencyKey: string; requestHash: string } {
  return { actor: 'operator', idempotencyKey: `flag:${id}`, requestHash: decision }
}
