/** How long a deposit that nobody has paid counts towards a limit before it is given up. */
export const reservedForMs = 30 * 60_000
