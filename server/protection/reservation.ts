/** How long an unpaid deposit counts towards a limit before it expires. */
export const reservedForMs = 30 * 60_000
