/** Points are stored in millionths: every stake counts exactly, and players see whole points. */
export const millionths = 1_000_000n

export type Balance = { earned: bigint; lost: bigint }

/** Below zero while a replay has not counted everything again, or after a corrected bet that had not counted. */
export function statusPoints({ earned, lost }: Balance): number {
  return earned < lost ? 0 : Number((earned - lost) / millionths)
}
