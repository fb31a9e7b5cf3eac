/** Reads the words after an operator command; whatever cannot be what is asked for is a CommandError. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { CommandError } from './operator-commands.ts'

const longestReason = 500

/** All remaining words; `use` says what becomes of them. */
export function reasonOf(words: string[], use = 'it is recorded'): string {
  const reason = words.join(' ').trim()
  if (!reason) throw new CommandError(`Enter a reason: ${use}.`)
  if (reason.length > longestReason)
    throw new CommandError(`A reason has at most ${longestReason} characters; yours has ${reason.length}.`)
  return reason
}

export async function readJson(path: string): Promise<unknown> {
  if (!path) throw new CommandError('Enter the file to read.')
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`)
  }
}

const inMinutes = { offset: true, precision: -1 }
const Time = z.union([z.iso.date(), z.iso.datetime({ offset: true }), z.iso.datetime(inMinutes)])

/** A day (its start in UTC), or a time with its zone. */
export function timeOf(text: string): Date {
  if (!Time.safeParse(text).success)
    throw new CommandError(`${text || 'The time'} is not a time: enter it as 2026-12-01T00:00Z, or now.`)
  return new Date(text)
}

/** Digits with a decimal point at most. */
export function numberOf(text: string): number {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN
}
