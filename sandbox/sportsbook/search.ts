import type { WireEvent } from './wire.ts'

/** Whether a side or the league has this text in its name; accents and case do not count. */
export function matches({ home, away, league }: Pick<WireEvent, 'home' | 'away' | 'league'>, search: string): boolean {
  const text = plain(search.trim())
  return text !== '' && [home, away, league.name].some((name) => plain(name).includes(text))
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
