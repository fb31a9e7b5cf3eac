/** Currencies that can be staked: the decimals of their subunit, and the value of one euro in them, for limits. */
export const currencies: Record<string, { decimals: number; perEuro: number; isCrypto: boolean }> = {
  EUR: { decimals: 2, perEuro: 1, isCrypto: false },
  USD: { decimals: 2, perEuro: 1.16, isCrypto: false },
  BRL: { decimals: 2, perEuro: 6.2, isCrypto: false },
  BTC: { decimals: 8, perEuro: 0.000011, isCrypto: true },
  ETH: { decimals: 9, perEuro: 0.00036, isCrypto: true },
  USDT: { decimals: 6, perEuro: 1.16, isCrypto: true },
}

export function subunitsOf(euros: number, currency: string): number {
  const { decimals, perEuro } = currencies[currency] ?? { decimals: 2, perEuro: 1 }
  return Math.floor(euros * perEuro * 10 ** decimals)
}
