/** Countries by address, from a database file in MaxMind's format that the operator provides. */
import { readFileSync } from 'node:fs'
import { type CountryResponse, Reader } from 'mmdb-lib'

const opened = new Map<string, Reader<CountryResponse>>()

/** Opens a file once; throws if it is missing or has another format. */
function open(file: string): Reader<CountryResponse> {
  const known = opened.get(file)
  if (known) return known
  const reader = new Reader<CountryResponse>(readFileSync(file))
  opened.set(file, reader)
  return reader
}

export function isCountryDatabase(file: string): boolean {
  try {
    open(file)
    return true
  } catch {
    return false
  }
}

/** Two upper-case letters; null for an address that is not in the database, such as a private one. */
export function countryOfAddress(file: string, address: string): string | null {
  try {
    return open(file).get(address.replace(/^::ffff:(?=\d+\.)/i, ''))?.country?.iso_code ?? null
  } catch {
    return null
  }
}
