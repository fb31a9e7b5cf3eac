/** The amount input (specification, section 5): whole display units, digits only, at most ten, clamped on blur. */
import { displayOf, type MoneyCurrency } from '../../design/money/format.ts'

export const maxAmountCharacters = 10

/** Limits in whole display units within the given subunits. `max` below `min` means nothing fits. */
export type WholeLimits = { min: number; max: number }

export function wholeLimits(currency: MoneyCurrency, min: number, max: number): WholeLimits {
  const { perUnit } = displayOf(currency)
  return { min: Math.max(1, Math.ceil(min / perUnit)), max: Math.floor(max / perUnit) }
}

/** Cleans typed or pasted text. Arabic and Persian digits are converted. */
export function cleanAmount(text: string): string {
  const latin = text
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
  return latin.replaceAll(/\D/g, '').replace(/^0+/, '').slice(0, maxAmountCharacters)
}

/** On blur an empty or too small value becomes the minimum, a too large one the maximum. */
export function clampAmount(text: string, { min, max }: WholeLimits): string {
  const value = Number(text)
  if (text === '' || value < min) return String(min)
  return value > max && max >= min ? String(max) : text
}

export function isWithin(text: string, { min, max }: WholeLimits): boolean {
  return text !== '' && Number(text) >= min && Number(text) <= max
}

/** Converts whole display units to a wire amount. Ten digits fit a double exactly, or the server refuses. */
export function toWireAmount(text: string, currency: MoneyCurrency): number {
  return Number(BigInt(text === '' ? '0' : text) * BigInt(displayOf(currency).perUnit))
}

/** A wire amount in whole display units, rounded down. */
export function toWholeUnits(amount: number, currency: MoneyCurrency): string {
  return String(Math.floor(amount / displayOf(currency).perUnit))
}
