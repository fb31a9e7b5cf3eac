/** Parses the words after an operator command; invalid ones throw a CommandError. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { CommandError } from './operator-commands.ts'

const maxReasonLength = 500

/** Joins all remaining words; `use` tells the operator what the reason is for. */
export function reasonOf(words: string[], use = 'it is recorded'): string {
  const reason = words.join(' ').trim()
  if (!reason) throw new CommandError(`Enter a reason: ${use}.`)
  if (reason.length > maxReasonLength)
    throw new CommandError(`A reason has at most ${maxReasonLength} characters; yours has ${reason.length}.`)
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

/** A number of digits with an optional decimal point; otherwise NaN. */
export function numberOf(text: string): number {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN
}
