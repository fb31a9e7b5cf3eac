/** Maps the status and result of a bonus to the name of its alert (specification, section 4). */
const endings: Record<string, string> = {
  '1-1': 'Issued',
  '2-1': 'Activated',
  '3-2': 'Played',
  '3-3': 'Cancelled',
  '3-4': 'Expired',
  '3-5': 'Lost',
}

export function bonusAlert({ status, result }: { status: number; result: number }): string | null {
  const ending = endings[`${status}-${result}`]
  return ending ? `bonus${ending}` : null
}

/**
 * Free spins cannot be lost: they are played or expire. Every spin is pushed with the active status, so only a push
 * without used spins is the activation.
 */
export function freespinAlert({
  status,
  result,
  used,
}: {
  status: number
  result: number
  used: number
}): string | null {
  const ending = endings[`${status}-${result}`]
  if (ending === 'Lost' || (ending === 'Activated' && used > 0)) return null
  return ending ? `freespin${ending}` : null
}
