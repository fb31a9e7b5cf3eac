/** Proofs are personal data and are kept for a month; the reports, which name nobody, are kept permanently. */
const keepDays = 31

export function oldestProof(now: Date): Date {
  return new Date(now.getTime() - keepDays * 86_400_000)
}
