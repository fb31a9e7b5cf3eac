/** The CPF rule: the tax id required for Brazilian payments. */
import { plainDigits } from './phone.ts'

/** The Brazilian tax id (CPF): nine digits and two check digits, with or without its usual punctuation. */
export function isCpfNumber(value: unknown): boolean {
  if (typeof value !== 'string' || !/^(\d{11}|\d{3}\.\d{3}\.\d{3}-\d{2})$/.test(value)) return false
  const digits = [...value.replaceAll(/[.-]/g, '')].map(Number)
  if (digits.every((digit) => digit === digits[0])) return false
  return checkDigit(digits.slice(0, 9)) === digits[9] && checkDigit(digits.slice(0, 10)) === digits[10]
}

/** Masks a CPF input during typing and pasting: eleven digits in their usual groups. */
export function maskCpf(value: string): string {
  const digits = plainDigits(value).replaceAll(/\D/g, '').slice(0, 11)
  return digits
    .replace(/^(\d{3})(\d)/, '$1.$2')
    .replace(/^(\d{3}\.\d{3})(\d)/, '$1.$2')
    .replace(/^(\d{3}\.\d{3}\.\d{3})(\d)/, '$1-$2')
}

/** Weighted sum modulo 11; remainders 10 and 11 stand for 0. */
export function checkDigit(digits: number[]): number {
  const sum = digits.reduce((total, digit, index) => total + digit * (digits.length + 1 - index), 0)
  return ((sum * 10) % 11) % 10
}
