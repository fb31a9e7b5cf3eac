/** Which alert a bonus raises by its status and result (specification, section 4); null where nothing is said. */
const endings: Record<string, string> = {
  '1-1': 'Issued',
  '2-1': 'Activated',
  '3-2': 'Played',
  '3-3': 'Canceled',
  '3-4': 'Expired',
  '3-5': 'Lost',
}

export function bonusAlert({ status, result }: { status: number; result: number }): string | null {
  const ending = endings[`${status}-${result}`]
  return ending ? `bonus${ending}` : null
}

/** Free spins cannot be lost: each is played, or runs out of time. */
export function freespinAlert({ status, result }: { status: number; result: number }): string | null {
  const ending = endings[`${status}-${result}`]
  return ending && ending !== 'Lost' ? `freespin${ending}` : null
}
