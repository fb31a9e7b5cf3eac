/** What the server says at the desk: the key of a label and its values, so that every locale has its own sentence. */
import type { Part } from '#contract/desk/common.ts'

export const say = (key: string, values: Record<string, string> = {}): Part => ({ key, values })

/** One of the plain words of `desk/words.json`: a state, a kind, a method. */
export const word = (code: string, values?: Record<string, string>): Part => say(`word.${code}`, values)
